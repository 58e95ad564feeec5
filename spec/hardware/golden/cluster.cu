// spec
//   .shared data;
//
//   d0.c0.b0.t0 {
//     st.weak.shared::cluster [d0.c0.b1:data], 42;
//     barrier.cluster.arrive.release;
//     barrier.cluster.wait.acquire;
//   }
//
//   d0.c0.b1.t0 {
//     barrier.cluster.arrive.release;
//     barrier.cluster.wait.acquire;
//     ld.weak.shared r0, [data];
//   }
//
//   check (r0 == 42) as q;
static __device__ int role_0(int cta, int place) {
  if (cta == 0 && place == 0) return 0;
  if (cta == 1 && place == 0) return 1;
  return -1;
}

static __global__ void run_0(const Run run) {
  constexpr int ctas = 2, places = 32;
  extern __shared__ __align__(1024) char shared_memory[];
  const Block block = block_of(run);
  if (block.cta < 0) { disturb(run); return; }
  for (unsigned round = 0; round < run.rounds; ++round) {
    const Place at = exact_place(run, block, places, round);
    const int role = role_0(block.cta, at.place);
    char *const own = shared_memory + at.local * 16;
    if (at.place == 0) {
      if (block.cta == 1) { clear(own + 0, 4);  }
    }
    if (touches(run, at, role)) switch (role) {
      case 0: {
        break;
      }
      case 1: {
        break;
      }
    }
    start(run, block, at, ctas, round, true);
    if (role < 0) return;
    switch (role) {
      case 0: {
        asm volatile(
          "{\n\t"
          ".reg .b64 data; mov.b64 data, %0;\n\t"
          "st.weak.shared::cluster.s32 [data], 42;\n\t"
          "barrier.cluster.arrive.release;\n\t"
          "barrier.cluster.wait.acquire;\n\t"
          "}\n\t"
          : 
          : "l"(cluster_address(own + 0, 1))
          : "memory");
        break;
      }
      case 1: {
        unsigned out0;
        asm volatile(
          "{\n\t"
          ".reg .b32 r0;\n\t"
          ".reg .b64 data; mov.b64 data, %1;\n\t"
          "mov.b32 r0, 0;\n\t"
          "barrier.cluster.arrive.release;\n\t"
          "barrier.cluster.wait.acquire;\n\t"
          "ld.weak.shared.s32 r0, [data];\n\t"
          "mov.b32 %0, r0;\n\t"
          "}\n\t"
          : "=r"(out0)
          : "l"(shared_address(own + 0))
          : "memory");
        at.result[0] = out0;
        break;
      }
    }
    cluster_barrier();
  }
}

static const Location locations_0[] = {
  {"data", in_shared, 4, 4},
};
static const Initial initial_0[] = {
  {-1, 0, 0, 0, -1, 0},
};
static const Observed observed_0[] = {
  {"1:r0", 4, true, -1, 0},
};
static const Test test_0 = {
  "spec", "5baf9f9725d3d1aa", run_0,
  /* exact */ true, /* CTAs */ 2, /* places */ 32, /* cluster */ 2,
  /* GPUs */ 1, /* their CTAs */ {2},
  /* shared bytes */ 16, /* addresses */ 1, /* texture */ false,
  1, locations_0, 0, initial_0, 1, observed_0, nullptr,
};
