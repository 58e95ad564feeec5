/** The proposals of the editor while the user types. */

import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import type { Completion } from '../../language/completion.js'

/** Returns the proposals at an offset of a text, in UTF-16 code units. */
export type Proposals = (text: string, offset: number) => readonly Completion[]

const types: { readonly [K in Completion['kind']]: string } = {
  instruction: 'function',
  qualifier: 'property',
  relation: 'function',
  keyword: 'keyword',
  location: 'variable',
  register: 'variable',
  label: 'constant',
  kernel: 'class',
  question: 'constant',
}

/** Adapts proposals to CodeMirror: at a word that is being typed, or when the user asks for them. */
export const proposing =
  (proposals: Proposals) =>
  ({ state, pos, explicit }: CompletionContext): CompletionResult | null => {
    const isBegun = /[\w.]$/.test(state.sliceDoc(Math.max(0, pos - 1), pos))
    const [first, ...others] = isBegun || explicit ? proposals(state.doc.toString(), pos) : []
    if (first === undefined) return null
    return {
      from: first.at.start,
      options: [first, ...others].map(({ text, kind, detail }) => ({
        label: text,
        type: types[kind],
        ...(detail === undefined ? {} : { info: detail }),
      })),
      validFor: /^\w*$/,
    }
  }
