/** Colours texts as VS Code does: with the grammars of the extension, in the engine that VS Code uses. */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import oniguruma from 'vscode-oniguruma'
import textmate from 'vscode-textmate'
import * as z from 'zod'
import { must } from '../../../source/must.js'
import { root } from '../../support.js'

const folder = join(root, 'editors/vscode')
const { contributes } = z
  .object({
    contributes: z.object({
      grammars: z.array(z.object({ language: z.string().optional(), scopeName: z.string(), path: z.string() })),
    }),
  })
  .parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))

const onigLib = async () => {
  const wasm = createRequire(import.meta.url).resolve('vscode-oniguruma/release/onig.wasm')
  await oniguruma.loadWASM(new Uint8Array(readFileSync(wasm)).buffer)
  return {
    createOnigScanner: (patterns: string[]) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text: string) => new oniguruma.OnigString(text),
  }
}

const registry = new textmate.Registry({
  onigLib: onigLib(),
  loadGrammar: async (scope) => {
    const found = contributes.grammars.find(({ scopeName }) => scopeName === scope)
    if (found === undefined) return null
    return textmate.parseRawGrammar(readFileSync(join(folder, found.path), 'utf8'), found.path)
  },
})

/** A stretch of one colour, without surrounding spaces. */
export interface Coloured {
  readonly text: string
  readonly line: number
  /** The scopes from the outermost to the innermost, without that of the whole text. */
  readonly scopes: readonly string[]
}

/** Returns the pieces of a text in a language, without blanks. */
export async function coloured(language: string, text: string): Promise<readonly Coloured[]> {
  const found = contributes.grammars.find((one) => one.language === language)
  const { scopeName } = must(found, `a grammar of ${language}`)
  const grammar = must((await registry.loadGrammar(scopeName)) ?? undefined, scopeName)
  const pieces: Coloured[] = []
  let stack = textmate.INITIAL
  for (const [index, line] of text.split('\n').entries()) {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, stack)
    stack = ruleStack
    for (const { startIndex, endIndex, scopes } of tokens) {
      const piece = line.slice(startIndex, endIndex).trim()
      if (piece !== '') pieces.push({ text: piece, line: index + 1, scopes: scopes.slice(1) })
    }
  }
  return pieces
}

/** Returns each piece with its innermost scope. */
export const colouring = async (language: string, text: string): Promise<readonly (readonly [string, string])[]> =>
  (await coloured(language, text)).map((one) => [one.text, one.scopes.at(-1) ?? ''])

/** Returns the pieces that no rule matches: invalid ones, and those without a separate colour. */
export const uncoloured = async (language: string, text: string): Promise<readonly Coloured[]> =>
  (await coloured(language, text)).filter(({ scopes }) => /^(?:invalid|meta|$)/.test(scopes.at(-1) ?? ''))
