/** The kernels that a CUDA source defines, by the words of their heads. */

/** A parameter of a kernel. */
export interface CudaParameter {
  /** The type without qualifiers, as written: that of what a pointer leads to. */
  readonly type: string
  readonly isPointer: boolean
  readonly name: string
}

/** A kernel. A parameter that is not a type and a name, such as a macro, is undefined. */
export interface CudaKernel {
  readonly name: string
  readonly parameters: readonly (CudaParameter | undefined)[]
}

/** The head of a kernel: its name and its parameters. */
const head =
  /__global__\s[^(;{}]*?(?:__launch_bounds__\s*\([^)]*\)\s*)?(?:\bvoid\s+)?(?:__launch_bounds__\s*\([^)]*\)\s*)?(\w+)\s*\(([^)]*)\)/g

/** Returns the kernels of a source in its order. Nothing is expanded, so this is a guess where macros write heads. */
export const kernelsIn = (text: string): readonly CudaKernel[] =>
  [...withoutComments(text).matchAll(head)].map(([, name = '', parameters = '']) => ({
    name,
    parameters: parameters.split(',').flatMap(parameterIn),
  }))

const withoutComments = (text: string): string => text.replaceAll(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, '')

/** Returns the parameter of a text; nothing for an empty list. */
function parameterIn(text: string): readonly (CudaParameter | undefined)[] {
  const words = text
    .replaceAll(/\b(?:const|volatile|__grid_constant__|__restrict__|__restrict)\b/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (words === '' || words === 'void') return []
  const [, type, pointer = '', name = ''] = /^(.*?[\w>])(\s*[*&]\s*|\s+)(\w+)$/.exec(words) ?? []
  return [type === undefined ? undefined : { type, isPointer: pointer.includes('*'), name }]
}
