// spec
//   .global x = 1;
//   .global y;
//
//   kernel k {
//     d0.b0.t0 {
//       ld.weak r0, [x];
//       st.weak [y], r0;
//     }
//   }
//
//   host {
//     st.weak [x], 5;
//     k<<<1, 1, 0, s>>>();
//     cudaStreamSynchronize(s);
//     ld.acquire.sys r1, [y];
//   }
//
//   check (r0 == 5 && r1 == 5) as q;
static __device__ int role_0_0(int cta, int place) {
  if (cta == 0 && place == 0) return 0;
  return -1;
}

static __global__ void run_0_0(const Run run) {
  constexpr int ctas = 1, places = 1;
  const Block block = block_of(run);
  if (block.cta < 0) { disturb(run); return; }
  for (unsigned round = 0; round < run.rounds; ++round) {
    const Place at = spread_place(run, block, places, round);
    const int role = role_0_0(block.cta, at.place);
    if (touches(run, at, role)) switch (role) {
      case 0: {
        touch(run, host_address(run, at, 0));
        touch(run, host_address(run, at, 1));
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
          ".reg .b64 y; mov.b64 y, %2;\n\t"
          "mov.b32 r0, 0;\n\t"
          "ld.weak.s32 r0, [x];\n\t"
          "st.weak.s32 [y], r0;\n\t"
          "mov.b32 %0, r0;\n\t"
          "}\n\t"
          : "=r"(out0)
          : "l"(host_address(run, at, 0)), "l"(host_address(run, at, 1))
          : "memory");
        at.result[0] = out0;
        break;
      }
    }
  }
}

static const Location locations_0[] = {
  {"x", in_host, 4, 4},
  {"y", in_host, 4, 4},
};
static const Initial initial_0[] = {
  {0, 0, 4, 1ull, -1, 0},
  {-1, 0, 0, 0, -1, 0},
};
static const Observed observed_0[] = {
  {"0:r0", 4, true, -1, 0},
  {"1:r1", 4, true, -1, 0},
};
static const Kernel kernels_0[] = {
  {run_0_0, false, 1, 1, 0, 0},
  {nullptr, false, 0, 0, 0, 0},
};
static const char *const modules_0[] = {nullptr};
static const Entry entries_0[] = {
  {nullptr, 0, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, false, 0, 0, nullptr, 0, nullptr},
};
static const Step steps_0[] = {
  {step_write, 0, -1, 0, 0, -1, 0, 0, 4, 5ull, -1, 0, 0, 0, false},
  {step_kernel, 0, 0, -1, 0, -1, 0, 0, 0, 0ull, -1, 0, 0, 0, false},
  {step_for_stream, 0, 0, -1, 0, -1, 0, 0, 0, 0ull, -1, 0, 0, 0, false},
  {step_read, 0, -1, 1, 0, -1, 0, 0, 4, 0ull, 1, 2, 0, 0, false},
};
static const int streams_0[] = {0, 0};
static const int events_0[] = {0};
static const Owned owned_0[] = {
  {-1, 0, 0, nullptr},
};
static const Script script_0 = {
  1, kernels_0, 0, modules_0, 0, entries_0,
  4, steps_0, 1, streams_0, 0, events_0, 1, 0, owned_0, false,
};
static const Test test_0 = {
  "spec", "29a7db4c77a2318f", nullptr,
  /* exact */ true, /* CTAs */ 0, /* places */ 0, /* cluster */ 0,
  /* GPUs */ 1, /* their CTAs */ {0},
  /* shared bytes */ 0, /* addresses */ 1, /* texture */ false,
  2, locations_0, 1, initial_0, 2, observed_0, &script_0,
};
