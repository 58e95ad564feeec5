/** Tests of computed addresses, for specs of several commands. */

import { herd } from '../support.js'

const [p0, p1] = ['P0@cta 0,gpu 0', 'P1@cta 1,gpu 0'] as const

/**
 * Returns a test in which P1 accesses memory `by` bytes after the array of 16 bytes if it reads 1, or at its start if
 * it reads 0.
 */
export const offsetBy = (by: number, question = 'exists (P1:r0 == 0)'): string =>
  herd(
    'x = 0; a[4] = {5, 6, 7, 8};',
    [
      [p0, 'st.relaxed.gpu x, 1'],
      [p1, 'ld.relaxed.gpu.u32 r0, x', `mul.wide.u32 r1, r0, ${by}`, 'add.u64 r2, r1, &a', 'ld.weak.u32 r3, [r2]'],
    ],
    question,
  )

/** A test in which the pointer that P1 follows may be null. */
export const nullPointer = herd(
  'x = 1; p = &x;',
  [
    [p0, 'st.relaxed.gpu.u64 p, 0'],
    [p1, 'ld.relaxed.gpu.u64 r0, p', 'ld.weak.u32 r1, [r0]'],
  ],
  'exists (P1:r1 == 1)',
)

/** A test in which P1 follows a pointer to what P0 has written. */
export const publication = (question = 'exists (P1:r0 == &x /\\ P1:r1 == 0)'): string =>
  herd(
    'x = 0; z = 7; p = &z;',
    [
      [p0, 'st.weak x, 1', 'st.relaxed.gpu.u64 p, &x'],
      [p1, 'ld.acquire.gpu.u64 r0, p', 'ld.weak.u32 r1, [r0]'],
    ],
    question,
  )

/** A word, and one half of it. */
export const mixedSizes = herd(
  'x = 0;',
  [
    [p0, 'st.relaxed.gpu.u64 x, 1'],
    [p1, 'ld.relaxed.gpu.u32 r0, [x]'],
  ],
  'exists (P1:r0 == 1)',
)

/** A read of two halves, each written by another thread, which a barrier orders. */
export const halves = herd(
  'x = 0;',
  [
    ['P0@cta 0,gpu 0', 'st.weak.u32 [x+4], 7', 'bar.cta.sync 1'],
    ['P1@cta 0,gpu 0', 'bar.cta.sync 1', 'st.weak.u32 [x], 5', 'ld.weak.u64 r0, x'],
  ],
  'exists (P1:r0 == 30064771077)',
)
