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

/** Returns the command that compiles CUDA C++ for the page; undefined for other texts. */
export const compileCommand = (name: string): string | undefined =>
  name.endsWith('.cu') ? `nvcc -arch=sm_90 -O3 -lineinfo -ptx ${name}` : undefined
