// spec
//   .shared value[2] = {1, 2};
//   .global y;
//
//   d0.b0.t0 {
//     st.weak.shared [value[1]], 3;
//     ld.weak r0, [y];
//   }
//
//   d0.b0.t1 {
//     ld.weak.shared r1, [value[1]];
//     st.weak [y], 1;
//   }
//
//   check (r1 == 2 && [value[1]] == 3) as q;
static __device__ int role_0(int cta, int place) {
  if (cta == 0 && place == 0) return 0;
  if (cta == 0 && place == 1) return 1;
  return -1;
}

static __global__ void run_0(const Run run) {
  constexpr int ctas = 1, places = 2;
  extern __shared__ __align__(1024) char shared_memory[];
  const Block block = block_of(run);
  if (block.cta < 0) { disturb(run); return; }
  for (unsigned round = 0; round < run.rounds; ++round) {
    const Place at = spread_place(run, block, places, round);
    const int role = role_0(block.cta, at.place);
    char *const own = shared_memory + at.local * 16;
    if (at.place == 0) {
      if (block.cta == 0) { clear(own + 0, 8); put(own + 0, 4, 1ull); put(own + 4, 4, 2ull); }
    }
    if (touches(run, at, role)) switch (role) {
      case 0: {
        touch(run, address(run, at, 0, 1));
        break;
      }
      case 1: {
        touch(run, address(run, at, 0, 1));
        break;
      }
    }
    start(run, block, at, ctas, round, false);
    switch (role) {
      case 0: {
        asm volatile(
          "{\n\t"
          ".reg .b32 r0;\n\t"
          ".reg .b64 value_; mov.b64 value_, %0;\n\t"
          ".reg .b64 y; mov.b64 y, %1;\n\t"
          "mov.b32 r0, 0;\n\t"
          "st.weak.shared.s32 [value_+4], 3;\n\t"
          "ld.weak.s32 r0, [y];\n\t"
          "}\n\t"
          : 
          : "l"(shared_address(own + 0)), "l"(address(run, at, 0, 1))
          : "memory");
        break;
      }
      case 1: {
        unsigned out0;
        asm volatile(
          "{\n\t"
          ".reg .b32 r1;\n\t"
          ".reg .b64 value_; mov.b64 value_, %1;\n\t"
          ".reg .b64 y; mov.b64 y, %2;\n\t"
          "mov.b32 r1, 0;\n\t"
          "ld.weak.shared.s32 r1, [value_+4];\n\t"
          "st.weak.s32 [y], 1;\n\t"
          "mov.b32 %0, r1;\n\t"
          "}\n\t"
          : "=r"(out0)
          : "l"(shared_address(own + 0)), "l"(address(run, at, 0, 1))
          : "memory");
        at.result[0] = out0;
        break;
      }
    }
    __syncthreads();
    if (at.place == 0) {
      if (block.cta == 0) at.result[1] = got(own + 4, 4);
    }
    __syncthreads();
  }
}

static const Location locations_0[] = {
  {"value", in_shared, 8, 16},
  {"y", in_global, 4, 4},
};
static const Initial initial_0[] = {
  {-1, 0, 0, 0, -1, 0},
};
static const Observed observed_0[] = {
  {"1:r1", 4, true, -1, 0},
  {"[value[1]]", 4, true, -1, 0},
};
static const Test test_0 = {
  "spec", "ff565f10656e1b8a", run_0,
  /* exact */ false, /* CTAs */ 1, /* places */ 2, /* cluster */ 0,
  /* GPUs */ 1, /* their CTAs */ {1},
  /* shared bytes */ 16, /* addresses */ 1, /* texture */ false,
  2, locations_0, 0, initial_0, 2, observed_0, nullptr,
};
