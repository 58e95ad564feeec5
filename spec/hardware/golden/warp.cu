// spec
//   .global x;
//
//   d0.b0.t0 {
//     mov.u32 me, 0;
//     setp.eq.u32 p, me, 0;
//     vote.sync.ballot.b32 all, p, 0x3;
//     @p st.weak [x], all;
//   }
//
//   d0.b0.t1 {
//     mov.u32 me, 1;
//     setp.eq.u32 p, me, 0;
//     vote.sync.ballot.b32 all, p, 0x3;
//     @p st.weak [x], all;
//   }
//
//   check ([x] == 1) as q;
static __device__ int role_0(int cta, int place) {
  if (cta == 0 && place == 0) return 0;
  if (cta == 0 && place == 1) return 1;
  return -1;
}

static __global__ void run_0(const Run run) {
  constexpr int ctas = 1, places = 32;
  const Block block = block_of(run);
  if (block.cta < 0) { disturb(run); return; }
  for (unsigned round = 0; round < run.rounds; ++round) {
    const Place at = exact_place(run, block, places, round);
    const int role = role_0(block.cta, at.place);
    if (touches(run, at, role)) switch (role) {
      case 0:
      case 1: {
        touch(run, address(run, at, 0, 0));
        break;
      }
    }
    start(run, block, at, ctas, round, false);
    if (role < 0) return;
    switch (role) {
      case 0:
      case 1: {
        asm volatile(
          "{\n\t"
          ".reg .b32 me;\n\t"
          ".reg .pred p;\n\t"
          ".reg .b32 all;\n\t"
          ".reg .b64 x; mov.b64 x, %0;\n\t"
          "mov.b32 me, 0;\n\t"
          "mov.pred p, 0;\n\t"
          "mov.b32 all, 0;\n\t"
          "mov.u32 me, %%laneid;\n\t"
          "setp.eq.u32 p, me, 0;\n\t"
          "vote.sync.ballot.b32 all, p, 0x3;\n\t"
          "@!p bra guard_3;\n\t"
          "st.weak.s32 [x], all;\n\t"
          "guard_3:\n\t"
          "}\n\t"
          : 
          : "l"(address(run, at, 0, 0))
          : "memory");
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
  {"[x]", 4, true, 0, 0},
};
static const Test test_0 = {
  "spec", "1f51dd6a275b5ae5", run_0,
  /* exact */ true, /* CTAs */ 1, /* places */ 32, /* cluster */ 0,
  /* GPUs */ 1, /* their CTAs */ {1},
  /* shared bytes */ 0, /* addresses */ 1, /* texture */ false,
  1, locations_0, 0, initial_0, 1, observed_0, nullptr,
};
