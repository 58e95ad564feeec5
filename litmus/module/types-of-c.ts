/** The types of CUDA C++ that an object of a launch may have, as types of PTX. */

/** The types with one name, and those that the standard library and CUDA define. */
const named: ReadonlyMap<string, string> = new Map([
  ['bool', 'u8'],
  ['float', 'f32'],
  ['double', 'f64'],
  ['half', 'f16'],
  ['__half', 'f16'],
  ['__nv_bfloat16', 'b16'],
  ['size_t', 'u64'],
  ['ptrdiff_t', 's64'],
  ['uintptr_t', 'u64'],
  ['uchar', 'u8'],
  ['ushort', 'u16'],
  ['uint', 'u32'],
  ['ulong', 'u64'],
  ...[8, 16, 32, 64].flatMap((width) => [
    [`int${width}_t`, `s${width}`] as const,
    [`uint${width}_t`, `u${width}`] as const,
  ]),
])

/** The words of integer types, in any order, and the width that they give. */
const widths: ReadonlyMap<string, number> = new Map([
  ['char', 8],
  ['short', 16],
  ['int', 32],
  ['', 32],
  ['long', 64],
  ['long long', 64],
])

/**
 * Returns the type of PTX for a type of CUDA C++ on Linux, where `long` has 64 bits: `s32` for `int`, `u64` for `unsigned long
 * long`. Qualifiers do not count. Undefined if it is no such type.
 */
export function ptxTypeOf(text: string): string | undefined {
  const words = text.split(' ').filter((word) => word !== 'const' && word !== 'volatile')
  const [only] = words
  if (words.length === 1 && only !== undefined && named.has(only)) return named.get(only)
  const signs = words.filter((word) => word === 'unsigned' || word === 'signed')
  const sizes = words.filter((word) => word !== 'unsigned' && word !== 'signed')
  // `int` says nothing beside another size.
  const own = sizes.length > 1 ? sizes.filter((word) => word !== 'int') : sizes
  const width = widths.get(own.join(' '))
  if (words.length === 0 || width === undefined || signs.length > 1 || sizes.length > own.length + 1) return undefined
  return `${signs.includes('unsigned') ? 'u' : 's'}${width}`
}
