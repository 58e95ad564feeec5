/** Returns the Cartesian product of lists. */
export function* product<T>([first, ...rest]: readonly (readonly T[])[]): Generator<readonly T[]> {
  if (first === undefined) {
    yield []
    return
  }
  for (const one of first) for (const others of product(rest)) yield [one, ...others]
}
