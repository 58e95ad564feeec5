/** Finds kernels whose machine code has an instruction of zeros, at which the disassembler stops. */

/** The bytes of an instruction. */
const size = 16
/** The bytes of an entry in the table of sections (ELF-64). */
const entry = 64

/** Returns the names of the functions of an ELF file that have an instruction whose bits are all 0. */
export function withZeros(binary: Buffer): ReadonlySet<string> {
  const table = Number(binary.readBigUInt64LE(40))
  const count = binary.readUInt16LE(60)
  const sections = Array.from({ length: count }, (_, i) => {
    const at = table + i * entry
    return {
      name: binary.readUInt32LE(at),
      from: Number(binary.readBigUInt64LE(at + 24)),
      bytes: Number(binary.readBigUInt64LE(at + 32)),
    }
  })
  const names = sections[binary.readUInt16LE(62)]?.from ?? 0
  return new Set(
    sections.flatMap(({ name, from, bytes }) => {
      const text = binary.toString('latin1', names + name, binary.indexOf(0, names + name))
      return text.startsWith('.text.') && hasZeros(binary.subarray(from, from + bytes)) ? [text.slice(6)] : []
    }),
  )
}

const hasZeros = (code: Buffer): boolean =>
  Array.from({ length: Math.floor(code.length / size) }, (_, i) => code.subarray(i * size, (i + 1) * size)).some(
    (one) => one.every((byte) => byte === 0),
  )
