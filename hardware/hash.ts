/** A hash of a test's text, by which a log identifies its test. */

const offset = 0xcbf29ce484222325n
const prime = 0x100000001b3n

/** Computes FNV-1a over the code units of the text, 64 bits in hexadecimal digits. */
export function hashOf(text: string): string {
  let hash = offset
  for (let i = 0; i < text.length; i += 1) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(i))) * prime)
  }
  return hash.toString(16).padStart(16, '0')
}
