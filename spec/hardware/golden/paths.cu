// spec
//   .global x;
//   .global z physically aliases x;
//   .texref t virtually aliases z;
//   .global y;
//   .constref c virtually aliases y;
//
//   d0.b0.t0 {
//     st.weak [x], 1;
//     fence.proxy.alias;
//     ld.weak r0, [z];
//     tld.weak r1, [t];
//     ld.global.nc r2, [x];
//     st.weak [y], 2;
//     ldc.weak r3, [c];
//   }
//
//   check (r0 == 0 || r1 == 0 || r2 == 0 || r3 == 0) as q;
static __device__ int role_0(int cta, int place) {
  if (cta == 0 && place == 0) return 0;
  return -1;
}

static __global__ void run_0(const Run run) {
  constexpr int ctas = 1, places = 1;
  const Block block = block_of(run);
  if (block.cta < 0) { disturb(run); return; }
  for (unsigned round = 0; round < run.rounds; ++round) {
    const Place at = spread_place(run, block, places, round);
    const int role = role_0(block.cta, at.place);
    if (touches(run, at, role)) switch (role) {
      case 0: {
        touch(run, address(run, at, 0, 0));
        touch_read_only(run, address(run, at, 0, 0));
        touch(run, address(run, at, 1, 0));
        touch_texture(run, texture_index(run, at, 0));
        touch(run, constant_address(run, at, 1));
        touch_constant(run, constant_space(run, at, 1));
        break;
      }
    }
    start(run, block, at, ctas, round, false);
    switch (role) {
      case 0: {
        unsigned out0;
        unsigned out1;
        unsigned out2;
        unsigned out3;
        asm volatile(
          "{\n\t"
          ".reg .b32 r0;\n\t"
          ".reg .b32 r1;\n\t"
          ".reg .b32 r2;\n\t"
          ".reg .b32 r3;\n\t"
          ".reg .b64 x; mov.b64 x, %4;\n\t"
          ".reg .b64 z; mov.b64 z, %5;\n\t"
          ".reg .b64 t; mov.b64 t, %6;\n\t"
          ".reg .s32 t_index; mov.b32 t_index, %7;\n\t"
          ".reg .b64 y; mov.b64 y, %8;\n\t"
          ".reg .b64 c; mov.b64 c, %9;\n\t"
          "mov.b32 r0, 0;\n\t"
          "mov.b32 r1, 0;\n\t"
          "mov.b32 r2, 0;\n\t"
          "mov.b32 r3, 0;\n\t"
          "st.weak.s32 [x], 1;\n\t"
          "fence.proxy.alias;\n\t"
          "ld.weak.s32 r0, [z];\n\t"
          "{\n\t"
          ".reg .b32 second, third, fourth;\n\t"
          "tex.1d.v4.s32.s32 {r1, second, third, fourth}, [t, {t_index}];\n\t"
          "}\n\t"
          "ld.global.nc.s32 r2, [x];\n\t"
          "st.weak.s32 [y], 2;\n\t"
          "ld.const.s32 r3, [c];\n\t"
          "mov.b32 %0, r0;\n\t"
          "mov.b32 %1, r1;\n\t"
          "mov.b32 %2, r2;\n\t"
          "mov.b32 %3, r3;\n\t"
          "}\n\t"
          : "=r"(out0), "=r"(out1), "=r"(out2), "=r"(out3)
          : "l"(address(run, at, 0, 0)), "l"(address(run, at, 1, 0)), "l"(run.texture), "r"(texture_index(run, at, 0)), "l"(constant_address(run, at, 1)), "l"(constant_space(run, at, 1))
          : "memory");
        at.result[0] = out0;
        at.result[1] = out1;
        at.result[2] = out2;
        at.result[3] = out3;
        break;
      }
    }
  }
}

static const Location locations_0[] = {
  {"x", in_global, 4, 4},
  {"y", in_constant, 4, 4},
};
static const Initial initial_0[] = {
  {-1, 0, 0, 0, -1, 0},
};
static const Observed observed_0[] = {
  {"0:r0", 4, true, -1, 0},
  {"0:r1", 4, true, -1, 0},
  {"0:r2", 4, true, -1, 0},
  {"0:r3", 4, true, -1, 0},
};
static const Test test_0 = {
  "spec", "3278fc8017ac03eb", run_0,
  /* exact */ false, /* CTAs */ 1, /* places */ 1, /* cluster */ 0,
  /* GPUs */ 1, /* their CTAs */ {1},
  /* shared bytes */ 0, /* addresses */ 2, /* texture */ true,
  2, locations_0, 0, initial_0, 4, observed_0, nullptr,
};
