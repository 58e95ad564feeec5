/** The parameters of entries as their CUDA sources name them: compilers number them in PTX. */

import { type CudaParameter, kernelsIn } from '../../source/cuda-kernels.js'
import { memoisedWeakly } from '../../source/memoised-weakly.js'
import type { SourceText } from '../../source/text.js'
import { functionName } from './mangled.js'
import type { FunctionSyntax } from './syntax.js'

/** The kernels of the sources of a module. A module has many entries, and each is looked up. */
const kernelsOf = memoisedWeakly(({ sources = [] }: SourceText) => sources.flatMap(({ text }) => kernelsIn(text)))

/**
 * Returns the parameters of an entry as its source names them. Undefined if no source is available, or if it is not sure
 * which of its kernels this is: another one has the same name, or the number of parameters differs.
 */
export function cudaParametersOf(entry: FunctionSyntax, module: SourceText): readonly CudaParameter[] | undefined {
  const name = functionName(entry.name.text) ?? entry.name.text
  const same = kernelsOf(module).filter((one) => one.name === name)
  const [first] = same
  const lists = new Set(same.map((one) => JSON.stringify(one.parameters)))
  const known = first?.parameters.flatMap((one) => one ?? []) ?? []
  return lists.size === 1 && known.length === entry.parameters.length ? known : undefined
}

/** Writes `pass(int *data, int n)`; undefined if the names are not known. */
export function cudaHeadText(shown: string, entry: FunctionSyntax, module: SourceText): string | undefined {
  const parameters = cudaParametersOf(entry, module)
  const texts = parameters?.map(({ type, isPointer, name }) => `${type} ${isPointer ? '*' : ''}${name}`)
  return texts && `${shown}(${texts.join(', ')})`
}
