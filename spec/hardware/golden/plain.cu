// spec
//   .global x;
//   .global y;
//
//   d0.b0.t0 {
//     st.weak [x], 1;
//     st.release.gpu [y], 1;
//   }
//
//   d0.b1.t0 {
//     ld.acquire.gpu r0, [y];
//     ld.weak r1, [x];
//   }
//
//   permit (r0 == 1 && r1 == 1) as q;
static __device__ int role_0(int cta, int place) {
  if (cta == 0 && place == 0) return 0;
  if (cta == 1 && place == 0) return 1;
  return -1;
}

static __global__ void run_0(const Run run) {
  constexpr int ctas = 2, places = 1;
  const Block block = block_of(run);
  if (block.cta < 0) { disturb(run); return; }
  for (unsigned round = 0; round < run.rounds; ++round) {
    const Place at = spread_place(run, block, places, round);
    const int role = role_0(block.cta, at.place);
    if (touches(run, at, role)) switch (role) {
      case 0: {
        touch(run, address(run, at, 0, 0));
        touch(run, address(run, at, 0, 1));
        break;
      }
      case 1: {
        touch(run, address(run, at, 0, 1));
        touch(run, address(run, at, 0, 0));
        break;
      }
    }
    start(run, block, at, ctas, round, false);
    switch (role) {
      case 0: {
        asm volatile(
          "{\n\t"
          ".reg .b64 x; mov.b64 x, %0;\n\t"
          ".reg .b64 y; mov.b64 y, %1;\n\t"
          "st.weak.s32 [x], 1;\n\t"
          "st.release.gpu.s32 [y], 1;\n\t"
          "}\n\t"
          : 
          : "l"(address(run, at, 0, 0)), "l"(address(run, at, 0, 1))
          : "memory");
        break;
      }
      case 1: {
        unsigned out0;
        unsigned out1;
        asm volatile(
          "{\n\t"
          ".reg .b32 r0;\n\t"
          ".reg .b32 r1;\n\t"
          ".reg .b64 y; mov.b64 y, %2;\n\t"
          ".reg .b64 x; mov.b64 x, %3;\n\t"
          "mov.b32 r0, 0;\n\t"
          "mov.b32 r1, 0;\n\t"
          "ld.acquire.gpu.s32 r0, [y];\n\t"
          "ld.weak.s32 r1, [x];\n\t"
          "mov.b32 %0, r0;\n\t"
          "mov.b32 %1, r1;\n\t"
          "}\n\t"
          : "=r"(out0), "=r"(out1)
          : "l"(address(run, at, 0, 1)), "l"(address(run, at, 0, 0))
          : "memory");
        at.result[0] = out0;
        at.result[1] = out1;
        break;
      }
    }
  }
}

static const Location locations_0[] = {
  {"x", in_global, 4, 4},
  {"y", in_global, 4, 4},
};
static const Initial initial_0[] = {
  {-1, 0, 0, 0, -1, 0},
};
static const Observed observed_0[] = {
  {"1:r0", 4, true, -1, 0},
  {"1:r1", 4, true, -1, 0},
};
static const Test test_0 = {
  "spec", "fb75a37d15523418", run_0,
  /* exact */ false, /* CTAs */ 2, /* places */ 1, /* cluster */ 0,
  /* GPUs */ 1, /* their CTAs */ {2},
  /* shared bytes */ 0, /* addresses */ 1, /* texture */ false,
  2, locations_0, 0, initial_0, 2, observed_0, nullptr,
};
