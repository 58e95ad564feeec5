/** Proposes launches of the kernels that a CUDA source defines, for the user to edit. */

import { type CudaParameter, kernelsIn } from '../../source/cuda-kernels.js'

/** Returns a launch of each kernel with two blocks of one thread: an object for each pointer, 1 for each number. */
export const launchesIn = (text: string): readonly string[] =>
  kernelsIn(text).map(({ name, parameters }) => `${name}<<<2, 1>>>(${parameters.map(argument).join(', ')})`)

const argument = (parameter: CudaParameter | undefined): string =>
  parameter?.isPointer === true ? `${parameter.name}: ${parameter.type}` : '1'
