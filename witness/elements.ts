/** The elements of arrays that a claim names as a whole: `out == {11, 11}`. */

/** The most elements of one array that are shown. */
const mostElements = 2

interface Value {
  readonly location: string
  readonly value: string
}

/**
 * Returns the locations of the elements that matter most to a claim: of each array that it compares with a list, the
 * first that differ from the list, or the first of all if none does.
 */
export function elementsIn(claim: string, memory: readonly Value[]): ReadonlySet<string> {
  const compared = [...claim.matchAll(/([\w$.%]+) *[!=]= *\{([^}]*)\}/gu)]
  return new Set(
    compared.flatMap(([, array = '', list = '']) => {
      const values = list.split(',').map((one) => one.trim())
      const elements = values.flatMap((value, i) => {
        const element = memory.find(({ location }) => location === `${array}[${i}]`)
        return element === undefined ? [] : [{ location: element.location, differs: !isSame(element.value, value) }]
      })
      const differing = elements.filter(({ differs }) => differs)
      return (differing.length === 0 ? elements : differing).slice(0, mostElements).map(({ location }) => location)
    }),
  )
}

/** Returns whether two values are the same, as numbers if they are numbers: `0x2a` and `42`. */
const isSame = (one: string, other: string): boolean => {
  const [a, b] = [Number(one), Number(other)]
  return Number.isSafeInteger(a) && Number.isSafeInteger(b) ? a === b : one === other
}
