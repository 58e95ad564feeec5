/** Turns the settings of the extension into options of the command. */

/** The settings by their names in `package.json`. A default adds no argument. */
export interface Settings {
  readonly model: string
  /** The limit in seconds; 0 means no limit. */
  readonly timeout: number
  /** The loop bound; 0 means the default of the command. */
  readonly bound: number
  /** The path of nvcc; if empty, the server compiles no CUDA sources, and commands use the nvcc that they find. */
  readonly nvcc: string
}

/** Returns the arguments with which the command serves an editor. */
export const serverArguments = (settings: Settings): readonly string[] => ['lsp', ...sharedArguments(settings)]

/** Returns the arguments that the server and other commands have in common. */
export const sharedArguments = ({ model, timeout, bound, nvcc }: Settings): readonly string[] => [
  ...(model === '' ? [] : ['--model', model]),
  ...(timeout === 0 ? [] : ['--timeout', `${timeout}`]),
  ...(bound === 0 ? [] : ['--bound', `${bound}`]),
  ...(nvcc === '' ? [] : ['--nvcc', nvcc]),
]
