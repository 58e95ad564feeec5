// spec
//   .global x;
//
//   d1.b0.t0 {
//     ld.relaxed.sys r0, [x];
//   }
//
//   d0.b0.t0 {
//     st.relaxed.sys [x], 1;
//   }
//
//   d1.b1.t0 {
//     ld.relaxed.sys r1, [x];
//   }
//
//   check (r0 == 1 && r1 == 0) as q;
static __device__ int role_0(int cta, int place) {
  if (cta == 0 && place == 0) return 1;
  if (cta == 1 && place == 0) return 0;
  if (cta == 2 && place == 0) return 2;
  return -1;
}

static __global__ void run_0(const Run run) {
  constexpr int ctas = 3, places = 1;
  const Block block = block_of(run);
  if (block.cta < 0) { disturb(run); return; }
  for (unsigned round = 0; round < run.rounds; ++round) {
    const Place at = spread_place(run, block, places, round);
    const int role = role_0(block.cta, at.place);
    if (touches(run, at, role)) switch (role) {
      case 0: {
        touch(run, address(run, at, 0, 0));
        break;
      }
      case 1: {
        touch(run, address(run, at, 0, 0));
        break;
      }
      case 2: {
        touch(run, address(run, at, 0, 0));
        break;
      }
    }
    start(run, block, at, ctas, round, false);
    switch (role) {
      case 0: {
        unsigned out0;
        asm volatile(
          "{\n\t"
          ".reg .b32 r0;\n\t"
          ".reg .b64 x; mov.b64 x, %1;\n\t"
          "mov.b32 r0, 0;\n\t"
          "ld.relaxed.sys.s32 r0, [x];\n\t"
          "mov.b32 %0, r0;\n\t"
          "}\n\t"
          : "=r"(out0)
          : "l"(address(run, at, 0, 0))
          : "memory");
        at.result[0] = out0;
        break;
      }
      case 1: {
        asm volatile(
          "{\n\t"
          ".reg .b64 x; mov.b64 x, %0;\n\t"
          "st.relaxed.sys.s32 [x], 1;\n\t"
          "}\n\t"
          : 
          : "l"(address(run, at, 0, 0))
          : "memory");
        break;
      }
      case 2: {
        unsigned out0;
        asm volatile(
          "{\n\t"
          ".reg .b32 r1;\n\t"
          ".reg .b64 x; mov.b64 x, %1;\n\t"
          "mov.b32 r1, 0;\n\t"
          "ld.relaxed.sys.s32 r1, [x];\n\t"
          "mov.b32 %0, r1;\n\t"
          "}\n\t"
          : "=r"(out0)
          : "l"(address(run, at, 0, 0))
          : "memory");
        at.result[1] = out0;
        break;
      }
    }
  }
}

static const Location locations_0[] = {
  {"x", in_global, 4, 4},
};
static const Initial initial_0[] = {
  {-1, 0, 0, 0, -1, 0},
};
static const Observed observed_0[] = {
  {"0:r0", 4, true, -1, 0},
  {"2:r1", 4, true, -1, 0},
};
static const Test test_0 = {
  "spec", "9fe56c23079fb909", run_0,
  /* exact */ false, /* CTAs */ 3, /* places */ 1, /* cluster */ 0,
  /* GPUs */ 2, /* their CTAs */ {1, 2},
  /* shared bytes */ 0, /* addresses */ 1, /* texture */ false,
  1, locations_0, 0, initial_0, 2, observed_0, nullptr,
};
