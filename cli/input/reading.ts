/** The options for reading the tests that a user names. */

import type { SourceText } from '../../source/text.js'
import type { NvccOption } from './nvcc-options.js'
import type { ReadingFiles } from './tests.js'

/** The launches of a compiled kernel, and the questions about them. */
export interface LaunchOptions {
  readonly launch: readonly string[]
  readonly assert: readonly string[]
  readonly permit: readonly string[]
  readonly exists: readonly string[]
  /** The compiler of CUDA sources. */
  readonly nvcc?: string | undefined
  readonly 'nvcc-options'?: readonly NvccOption[] | undefined
}

/** Converts the options to those of the library. A text is named after its option. `progress` shows what takes time. */
export const readingOf = (
  {
    undeclared,
    size,
    launch,
    assert,
    permit,
    exists,
    nvcc,
    'nvcc-options': nvccOptions,
    timeouts = false,
  }: LaunchOptions & {
    readonly undeclared: boolean
    readonly size: number
    readonly timeouts?: boolean
  },
  progress: (line: string) => void,
): ReadingFiles => ({
  progress,
  undeclared,
  ...(timeouts ? { timeouts } : {}),
  size,
  ...(nvcc === undefined ? {} : { nvcc }),
  ...(nvccOptions === undefined ? {} : { nvccOptions }),
  ...(launch.length === 0
    ? {}
    : {
        launching: {
          launches: textsOf('--launch', launch),
          asked: [
            ...textsOf('--assert', assert).map((source) => ({ question: 'assert', source }) as const),
            ...textsOf('--permit', permit).map((source) => ({ question: 'permit', source }) as const),
            ...textsOf('--exists', exists).map((source) => ({ question: 'check', source }) as const),
          ],
        },
      }),
})

/** Gives each text a unique name, so that its errors are not mistaken for another's. */
const textsOf = (option: string, texts: readonly string[]): readonly SourceText[] =>
  texts.map((text, i) => ({ name: i === 0 ? option : `${option} (${i + 1})`, text }))
