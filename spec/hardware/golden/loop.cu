// spec
//   .global flag;
//   .global wide = 7;
//
//   d0.b0.t0 {
//     st.release.gpu [flag], 1;
//   }
//
//   d0.b1.t0 {
//   AGAIN:
//     ld.acquire.gpu r0, [flag] == 1;
//     beq r0, 0, AGAIN;
//     ld.weak.u64 r1, [wide];
//   }
//
//   check (r1 == 7 && [flag] == 1) as q;
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
    unsigned budget = run.budget, gave_up = 0;
    unsigned missed = 0;
    if (touches(run, at, role)) switch (role) {
      case 0: {
        touch(run, address(run, at, 0, 0));
        break;
      }
      case 1: {
        touch(run, address(run, at, 0, 0));
        touch(run, address(run, at, 0, 1));
        break;
      }
    }
    start(run, block, at, ctas, round, false);
    switch (role) {
      case 0: {
        asm volatile(
          "{\n\t"
          ".reg .b64 flag; mov.b64 flag, %0;\n\t"
          "st.release.gpu.s32 [flag], 1;\n\t"
          "}\n\t"
          : 
          : "l"(address(run, at, 0, 0))
          : "memory");
        break;
      }
      case 1: {
        unsigned long long out0;
        asm volatile(
          "{\n\t"
          ".reg .b32 r0;\n\t"
          ".reg .b64 r1;\n\t"
          ".reg .b32 budget; mov.b32 budget, %0;\n\t"
          ".reg .b32 gave_up; mov.b32 gave_up, %1;\n\t"
          ".reg .b32 missed; mov.b32 missed, %2;\n\t"
          ".reg .b64 flag; mov.b64 flag, %4;\n\t"
          ".reg .b64 wide; mov.b64 wide, %5;\n\t"
          "mov.b32 r0, 0;\n\t"
          "mov.b64 r1, 0;\n\t"
          "AGAIN:\n\t"
          "ld.acquire.gpu.s32 r0, [flag];\n\t"
          "{\n\t"
          ".reg .pred other;\n\t"
          "setp.ne.s32 other, r0, 1;\n\t"
          "@other mov.u32 missed, 1;\n\t"
          "}\n\t"
          "{\n\t"
          ".reg .pred spent;\n\t"
          "sub.u32 budget, budget, 1;\n\t"
          "setp.eq.u32 spent, budget, 0;\n\t"
          "@spent mov.u32 gave_up, 1;\n\t"
          "@spent bra END_OF_TEST;\n\t"
          "}\n\t"
          "{\n\t"
          ".reg .pred taken;\n\t"
          "setp.eq.s32 taken, r0, 0;\n\t"
          "@taken bra AGAIN;\n\t"
          "}\n\t"
          "ld.weak.u64 r1, [wide];\n\t"
          "END_OF_TEST:\n\t"
          "mov.b32 %0, budget;\n\t"
          "mov.b32 %1, gave_up;\n\t"
          "mov.b32 %2, missed;\n\t"
          "mov.b64 %3, r1;\n\t"
          "}\n\t"
          : "+r"(budget), "+r"(gave_up), "+r"(missed), "=l"(out0)
          : "l"(address(run, at, 0, 0)), "l"(address(run, at, 0, 1))
          : "memory");
        at.result[0] = out0;
        break;
      }
    }
    if (gave_up) atomicOr_system(run.flags + at.instance, 1u);
    if (missed) atomicOr_system(run.flags + at.instance, 2u);
  }
}

static const Location locations_0[] = {
  {"flag", in_global, 4, 4},
  {"wide", in_global, 8, 16},
};
static const Initial initial_0[] = {
  {1, 0, 8, 7ull, -1, 0},
  {-1, 0, 0, 0, -1, 0},
};
static const Observed observed_0[] = {
  {"1:r1", 8, false, -1, 0},
  {"[flag]", 4, true, 0, 0},
};
static const Test test_0 = {
  "spec", "24b0ad345bcf58fc", run_0,
  /* exact */ false, /* CTAs */ 2, /* places */ 1, /* cluster */ 0,
  /* GPUs */ 1, /* their CTAs */ {2},
  /* shared bytes */ 0, /* addresses */ 1, /* texture */ false,
  2, locations_0, 1, initial_0, 2, observed_0, nullptr,
};
