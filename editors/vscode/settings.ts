/** What the settings of the extension say to the server. */

/** By the names in `package.json`, whose defaults say nothing. */
export interface Settings {
  readonly model: string
  /** Seconds; 0 is no limit. */
  readonly timeout: number
  /** 0 is the default of the command. */
  readonly bound: number
  /** Empty: CUDA sources are not compiled. */
  readonly nvcc: string
}

/** The arguments with which the command serves an editor. */
export const serverArguments = ({ model, timeout, bound, nvcc }: Settings): readonly string[] => [
  'lsp',
  ...(model === '' ? [] : ['--model', model]),
  ...(timeout === 0 ? [] : ['--timeout', `${timeout}`]),
  ...(bound === 0 ? [] : ['--bound', `${bound}`]),
  ...(nvcc === '' ? [] : ['--nvcc', nvcc]),
]
