/**
 * The largest of the numbers, or `least` where none is larger. `Math.max(...numbers)` takes each number as an argument, of which an engine
 * takes some ten thousands.
 */
export function largest(numbers: Iterable<number>, least = 0): number {
  let found = least
  for (const number of numbers) if (number > found) found = number
  return found
}
