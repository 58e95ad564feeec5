/**
 * Returns the largest of the numbers, or `least` if none is larger. `Math.max(...numbers)` passes each number as an
 * argument, and engines allow only some ten thousands of them.
 */
export function largest(numbers: Iterable<number>, least = 0): number {
  let best = least
  for (const number of numbers) if (number > best) best = number
  return best
}
