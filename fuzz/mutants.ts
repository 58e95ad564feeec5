/** Valid inputs of each format, damaged at random, and the results that they must not have. */

import { posix } from 'node:path'
import { readModel } from '../axioms/algebra/cat/read.js'
import { defaultModel } from '../axioms/models.js'
import { decide } from '../encoder/decide/decide.js'
import type { Solver } from '../encoder/solver/solver.js'
import { entriesOf, readModule } from '../litmus/module/read.js'
import { sampleLaunch } from '../litmus/module/sample.js'
import { readTests } from '../litmus/read.js'
import { type Diagnostic, formatDiagnostic, formatPlace } from '../source/diagnostic.js'
import { must } from '../source/must.js'
import type { SourceText } from '../source/text.js'
import { readWitnesses, replay, resolveWitness } from '../witness/replay.js'

/**
 * Returns a generator of whole numbers from 0 up to, and excluding, a limit; the same from the same seed. (Mulberry32.)
 */
export function numbers(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % Math.max(1, limit)
  }
}

const hostile = [
  ...[
    '',
    ' ',
    '\n',
    '\r',
    '\t',
    '\0',
    '\u2028',
    '\ufeff',
    '𝔘',
    'é',
    '"',
    "'",
    '\\',
    '/*',
    '(*',
    '//',
    '$$',
    '$0',
    '|',
    ';',
    '#',
  ],
  ...['(', ')', '[', ']', '{', '}', '~', '&&', '->', '==', '-1', '0x', '1e9', '4294967296', '99999999999999999999999'],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', '"__proto__": {"polluted": 1}, ', 'null', '[]', '{}'],
  ...['include "../../../etc/passwd"\n', 'include "/etc/passwd"\n', 'let rec r = r\n', 'P99:', 'd9.b9.t9 {'],
]

/**
 * Returns a text with one to four places changed: cut, doubled, repeated, moved, or replaced by something unexpected.
 */
export function mutant(text: string, others: readonly string[], below: (limit: number) => number): string {
  const unexpected = () => must(hostile[below(hostile.length)], 'a hostile text')
  let result = text
  for (let left = 1 + below(4); left > 0; left--) {
    const start = below(result.length + 1)
    const end = Math.min(result.length, start + 1 + below(below(4) === 0 ? 200 : 8))
    const [before, part, after] = [result.slice(0, start), result.slice(start, end), result.slice(end)]
    const other = must(others[below(others.length)], 'another text')
    const from = below(other.length)
    const ways = [
      () => before + after,
      () => before + part + part + after,
      () => before + part.repeat(2 + below(500)) + after,
      () => before + unexpected() + after,
      () => before + unexpected() + part + after,
      () => before + other.slice(from, from + 1 + below(60)) + after,
      () => after + before,
      () => before.replace(/\w+(?=\W*$)/, (word) => word.toUpperCase()) + part + after,
    ]
    result = must(ways[below(ways.length)], 'a way to damage a text')()
  }
  return result
}

export const kinds = ['test', 'litmus', 'ptx', 'launch', 'cat', 'json'] as const
export type Kind = (typeof kinds)[number]

/**
 * Returns what is wrong with the handling of an input: nothing, if it gives verdicts, or errors with a place. Never
 * throws.
 */
export function complaintAbout(kind: Kind, text: string, solver: Solver): string | undefined {
  const inherited = Object.getOwnPropertyNames(Object.prototype).join()
  const source = { name: `input.${kind}`, text }
  try {
    const complaint = takes[kind](source, solver)
    if (complaint !== undefined) return complaint
  } catch (error) {
    return `throws ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
  }
  return Object.getOwnPropertyNames(Object.prototype).join() === inherited
    ? undefined
    : 'changes the prototype of objects'
}

/** Milliseconds of the solver for a question; the watch over the run allows for more. */
const patience = 500

const takesTests = (source: SourceText, solver: Solver): string | undefined => {
  const { tests, diagnostics } = readTests(source)
  for (const test of tests.slice(0, 2)) decide(test, solver, { model: defaultModel, timeout: patience })
  return aboutErrors(source, diagnostics)
}

function takesLaunch(module: SourceText, launch: SourceText, solver: Solver): string | undefined {
  const claims = [{ question: 'assert', source: { name: '--assert', text: '0 == 0' } } as const]
  const { tests, diagnostics } = readTests(module, { launching: { launches: [launch], asked: claims } })
  for (const test of tests) decide(test, solver, { model: defaultModel, timeout: patience })
  return aboutErrors(launch, diagnostics)
}

const takes: { readonly [K in Kind]: (source: SourceText, solver: Solver) => string | undefined } = {
  test: takesTests,
  litmus: takesTests,
  ptx: (source, solver) => {
    const module = readModule(source)
    if (!module.ok) return aboutErrors(source, module.diagnostics)
    for (const entry of entriesOf(module.value).slice(0, 2)) {
      const complaint = takesLaunch(source, { name: '--launch', text: sampleLaunch(entry, module.value) }, solver)
      if (complaint !== undefined) return complaint
    }
    return undefined
  },
  launch: (source, solver) => takesLaunch({ name: 'k.ptx', text: kernel }, source, solver),
  cat: (source, solver) => {
    const outside: string[] = []
    const result = readModel(source, (path) => {
      if (posix.isAbsolute(path) || posix.normalize(path).startsWith('..')) outside.push(path)
      return { ok: false, reason: 'no such file or folder' }
    })
    if (outside.length > 0) return `asks for ${outside.join(', ')}`
    if (!result.ok) return aboutErrors(source, result.diagnostics)
    for (const program of readTests({ name: 'MP.test', text: messagePassing }).tests)
      decide(program, solver, { model: result.value, timeout: patience })
    return undefined
  },
  json: (source) => {
    const result = readWitnesses(source)
    if (!result.ok) return aboutErrors(source, result.diagnostics)
    for (const one of result.value) {
      const resolved = resolveWitness(one, source.name)
      if (resolved.ok) replay(resolved.value, defaultModel)
      else return aboutErrors(source, resolved.diagnostics)
    }
    return undefined
  },
}

const kernel = `.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 x, .param .u32 n, .param .f32 f, .param .align 8 .b8 s[16]) {
  .reg .b64 %rd<2>; .reg .b32 %r<4>;
  ld.param.u64 %rd1, [x];
  ld.param.u32 %r1, [n];
  ld.param.u32 %r2, [s+8];
  add.s32 %r3, %r1, %r2;
  st.global.u32 [%rd1], %r3;
  ret;
}
`

const messagePassing = `.global x; .global y; d0.b0.t0 { st.weak [x], 1; st.release.gpu [y], 1; }
d0.b1.t0 { ld.acquire.gpu r, [y]; ld.weak q, [x]; } check (r == 1 && q == 0) as stale;`

/** Errors must say where they are, also in a test inside a document, and must be printable. */
function aboutErrors({ name }: SourceText, errors: readonly Diagnostic[]): string | undefined {
  const shown = errors.map((one) => ({
    place: formatPlace(one.place),
    text: formatDiagnostic(one),
    message: one.message,
  }))
  const bad = shown.find(({ place, message }) => message === '' || !(place.startsWith(name) || /:\d+:\d+$/.test(place)))
  return bad === undefined ? undefined : `an error without a place: ${bad.text}`
}
