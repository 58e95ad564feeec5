/** A CUDA C++ program that runs tests and prints a log of the results. */

import { deviceText, hostText } from './harness/text.js'
import { kernelText } from './kernel-text.js'
import type { Plan } from './plan.js'

/**
 * Returns the program of some tests. It needs only the runtime of CUDA, which finds functions of the driver by their
 * names.
 */
export function sourceOf(plans: readonly Plan[]): string {
  const table = plans.map((_, i) => `  &test_${i},`)
  return [
    deviceText,
    ...plans.map(kernelText),
    hostText,
    'static const Test *const tests[] = {',
    ...table,
    '};',
    '',
    'int main(int argc, char **argv) { return run_all(tests, sizeof tests / sizeof *tests, argc, argv); }',
    '',
  ].join('\n')
}
