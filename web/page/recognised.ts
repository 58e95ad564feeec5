/** The format of a text that is typed or pasted. The page has no file whose name would say it. */

const blank = String.raw`^(?:\s|//[^\n]*\n|/\*[^]*?\*/)*`

/** The ending of the name of each format, and how such texts begin; for CUDA C++, what they contain. */
const formats: readonly (readonly [ending: string, says: RegExp])[] = [
  ['.ptx', new RegExp(String.raw`${blank}\.version\b`)],
  ['.litmus', /^\s*PTX\b/],
  [
    '.test',
    new RegExp(
      String.raw`${blank}(?:\.(?:global|shared|local|const|constref|texref|surfref|param|alias)\b|(?:module|kernel|host)\b|d\d+\.b\d+)`,
    ),
  ],
  ['.cu', /\b__global__\b|^\s*#\s*include\b/m],
]

/** Returns the name with the ending that the text asks for; the name as it is if the text does not tell. */
export function nameFor(name: string, text: string): string {
  const [ending] = formats.find(([, says]) => says.test(text)) ?? []
  return ending === undefined || name.endsWith(ending) ? name : `${name.replace(/\.\w+$/, '')}${ending}`
}

/** Returns the name that a function has in its source: compilers put the length of a name and its types around it. */
const unmangled = (name: string): string => {
  const [, length, rest = ''] = /^_Z(\d+)(.+)$/.exec(name) ?? []
  return length === undefined ? name : rest.slice(0, Number(length))
}

/** Returns the names of the kernels in PTX or CUDA C++. */
const kernelsIn = (text: string): readonly string[] =>
  [
    ...text.matchAll(
      /\.entry\s+(?<entry>[\w$]+)|\b__global__\b(?:[^(;{]|\(\s*\d[^)]*\))*?\b(?<kernel>\w+)\s*\((?!\s*\d)/g,
    ),
  ].map(({ groups }) => unmangled(groups?.['entry'] ?? groups?.['kernel'] ?? ''))

/** What is around a text that another one replaces. */
interface Replaced {
  readonly name: string
  readonly text: string
  readonly launch: string
  readonly claim: string
}

/**
 * Returns what is around a text that the user put in place of another: the same if both have a kernel of one name, as
 * after a change of its source; otherwise the text is a new one, with a name of its own.
 */
export function replacedBy(before: Replaced, text: string): Omit<Replaced, 'text'> {
  const kernels = kernelsIn(text)
  const isSame = kernelsIn(before.text).some((one) => kernels.includes(one))
  const { name, launch, claim } = before
  return isSame
    ? { name: nameFor(name, text), launch, claim }
    : { name: nameFor(`${kernels[0] ?? 'pasted'}.test`, text), launch: '', claim: '' }
}

/** Returns the first line of a text, from 1, that differs from the text before. */
export function firstChange(before: string, after: string): number {
  const lines = before.split('\n')
  const at = after.split('\n').findIndex((line, i) => line !== lines[i])
  return at === -1 ? 1 : at + 1
}

/** Returns the command that compiles CUDA C++ for the page; undefined for other texts. */
export const compileCommand = (name: string): string | undefined =>
  name.endsWith('.cu') ? `nvcc -arch=sm_90 -O3 -lineinfo -ptx ${name}` : undefined
