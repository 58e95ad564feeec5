/** Proposes launches of the kernels that a CUDA source defines, for the user to edit. */

/** The head of a kernel: its name and its parameters. */
const kernel =
  /__global__\s[^(;{}]*?(?:__launch_bounds__\s*\([^)]*\)\s*)?(?:\bvoid\s+)?(?:__launch_bounds__\s*\([^)]*\)\s*)?(\w+)\s*\(([^)]*)\)/g

/** Returns a launch of each kernel with two blocks of one thread: an object for each pointer, 1 for each number. */
export const launchesIn = (text: string): readonly string[] =>
  [...withoutComments(text).matchAll(kernel)].map(
    ([, name = '', parameters = '']) => `${name}<<<2, 1>>>(${parameters.split(',').flatMap(argument).join(', ')})`,
  )

const withoutComments = (text: string): string => text.replaceAll(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, '')

/** Returns the argument for a parameter; none if there is no parameter. */
function argument(parameter: string): readonly string[] {
  const words = parameter.replaceAll(/\b(?:const|volatile|__restrict__|__restrict)\b/g, '').trim()
  if (words === '' || words === 'void') return []
  const [, type = '', pointer = '', name = ''] = /^(.*?[\w>])(\s*[*&]\s*|\s+)(\w+)$/.exec(words) ?? []
  return [pointer.includes('*') ? `${name}: ${type}` : '1']
}
