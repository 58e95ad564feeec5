import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultModel } from '../../../axioms/models.js'
import { type Certified, obligationsOf, type Unreached } from '../../../certificate/obligations.js'
import { partOf } from '../../../certificate/parts.js'
import { obligationsByDefinition } from '../../../certificate/semantics/by-definition.js'
import { type ByDefinition, provenByDefinition } from '../../../certificate/semantics/proven.js'
import { ask, prepare } from '../../../encoder/decide/decide.js'
import type { EncodingForm } from '../../../encoder/formula/form.js'
import { must } from '../../../source/must.js'
import { root, solver, testIn } from '../../support.js'
import { cadical } from '../cadical.js'

const holds: Unreached = { vacuous: false }

function certified(text: string, encoding: EncodingForm = 'lean'): Certified {
  const program = testIn(text)
  return { program, model: defaultModel, question: must(program.questions[0], 'a question'), bound: 2, encoding }
}

const proven = async (text: string, verdict = holds): Promise<ByDefinition> =>
  provenByDefinition(certified(text), verdict, await cadical())

const passing = (store: string, claim: string) => `.global x; .global y;
  d0.b0.t0 { st.relaxed.gpu [x], 1; ${store} [y], 1; }
  d0.b1.t0 { ld.acquire.gpu r0, [y]; ld.relaxed.gpu r1, [x]; }
  ${claim}`

const stale = 'assert (!(d0.b1.t0:r0 == 1 && d0.b1.t0:r1 == 0)) as stale;'

const buffering = (fence: string) => `.global x; .global y;
  d0.b0.t0 { st.relaxed.gpu [x], 1; ${fence} ld.relaxed.gpu r0, [y]; }
  d0.b1.t0 { st.relaxed.gpu [y], 1; ${fence} ld.relaxed.gpu r0, [x]; }
  assert (!(d0.b0.t0:r0 == 0 && d0.b1.t0:r0 == 0)) as one;`

/** Threads that do the same, and a claim that tells them apart. */
const counting = (claim: string) => `.global x;
  d0.b0.t0 { atom.relaxed.gpu.add.u32 r0, [x], 1; }
  d0.b1.t0 { atom.relaxed.gpu.add.u32 r0, [x], 1; }
  ${claim}`

/** Three writes to one location, which a reader may see in this order. */
const inTurn = (third: string) => `.global x;
  d0.b0.t0 { st.relaxed.gpu [x], 1; }
  d0.b1.t0 { st.relaxed.gpu [x], 2; }
  d0.b2.t0 { st.relaxed.gpu [x], 3; }
  d0.b3.t0 { ld.relaxed.gpu r0, [x]; ld.relaxed.gpu r1, [x]; ld.relaxed.gpu r2, [x]; }
  assert (!(d0.b3.t0:r0 == 1 && d0.b3.t0:r1 == 2 && d0.b3.t0:r2 == ${third})) as one;`

const barrier = (sync: string) => `.global x;
  d0.b0.t0 { st.weak [x], 1; ${sync} }
  d0.b0.t1 { ${sync} ld.weak r0, [x]; }
  assert (d0.b0.t1:r0 == 1) as seen;`

const programs: readonly (readonly [string, string])[] = [
  ['a message that is released', passing('st.release.gpu', stale)],
  ['a message that is not', passing('st.relaxed.gpu', stale)],
  ['store buffering', buffering('')],
  ['store buffering with fences', buffering('fence.sc.gpu;')],
  ['a counter', counting('assert (x == 2) as all;')],
  ['a counter, and who is last', counting('assert (!(d0.b0.t0:r0 == 1 && d0.b1.t0:r0 == 0)) as first;')],
  ['writes in turn', inTurn('3')],
  ['a write that is seen twice', inTurn('1')],
  ['a barrier', barrier('bar.sync 0;')],
  ['no barrier', barrier('')],
]

test.each(
  programs.flatMap(([name, text]) => (['lean', 'tight'] as const).map((encoding) => [name, encoding, text] as const)),
)('what check says of %s, %s, the definitions of the model say, too', async (_, encoding, text) => {
  const given = certified(text, encoding)
  const prepared = prepare(given.program, defaultModel, { encoding, breakSymmetry: true })
  const [answer] = ask(prepared, await solver()).answers
  const found = provenByDefinition(given, holds, await cadical())
  expect(found.kind).toBe(answer?.verdict.kind === 'forbidden' ? 'proven' : 'contradicted')
})

test('the proofs are checked, and larger than those of the encoding', async () => {
  const given = certified(passing('st.release.gpu', stale))
  const found = await proven(passing('st.release.gpu', stale))
  const parts = obligationsOf(given, holds)
  const byDefinition = obligationsByDefinition(given, holds)
  if ('reason' in parts || 'reason' in byDefinition) throw new Error('it cannot be built')
  expect(byDefinition.map(({ about }) => about)).toEqual(parts.obligations.map(({ about }) => about))
  const small = partOf(must(parts.obligations[0], 'a part'), await cadical())
  if ('reason' in small || found.kind !== 'proven') throw new Error('it is not proven')
  expect(found.clauses).toBeGreaterThan(small.clauses)
  expect(found.parts).toBe(2)
})

test('an answer that is vacuous or bounded is proven as such, and as no other', async () => {
  const never = passing('st.release.gpu', 'filter (false); assert (d0.b1.t0:r0 == 7) as never;')
  expect((await proven(never, { vacuous: true })).kind).toBe('proven')
  expect(await proven(never)).toEqual({
    kind: 'contradicted',
    reason: 'by the definitions of the model, an execution that ends cannot happen',
  })
  const loop = `.global x;
    d0.b0.t0 { st.relaxed.gpu [x], 1; }
    d0.b1.t0 { L: atom.relaxed.gpu.add.u32 r0, [x], 1; blt r0, 9, L; }
    assert (d0.b1.t0:r0 >= 9) as one;`
  expect((await proven(loop)).kind).toBe('contradicted')
})

test('time that is over, and accesses that overlap in part, leave it open', async () => {
  const given = { ...certified(passing('st.release.gpu', stale)), goesOn: () => false }
  expect(provenByDefinition(given, holds, await cadical())).toEqual({
    kind: 'open',
    reason: 'the time limit was reached',
  })
  const mixed = `.global.u64 x;
    d0.b0.t0 { st.relaxed.gpu.u64 [x], 1; } d0.b1.t0 { ld.relaxed.gpu.u32 r0, [x]; }
    assert (d0.b1.t0:r0 <= 1) as one;`
  expect(await proven(mixed)).toEqual({ kind: 'open', reason: 'accesses overlap in part' })
})

test('nothing of the encoder is used but its gates and circuits, and the event graph with its base relations', () => {
  const folder = join(root, 'certificate/semantics')
  const imported = readdirSync(folder).flatMap((file) => [
    ...readFileSync(join(folder, file), 'utf8').matchAll(/^import (?!type).* from '.*\/(encoder\/.*)\.js'$/gm),
  ])
  const named = [...new Set(imported.map((match) => match[1] ?? ''))].filter(
    (path) => !/^encoder\/(events|values)\//.test(path),
  )
  expect(named.toSorted()).toEqual([
    'encoder/decide/early-verdicts',
    'encoder/decide/graph-under',
    'encoder/decide/uncovered',
    'encoder/decide/wherever',
    'encoder/formula/circuits',
    'encoder/formula/gates',
    'encoder/relations/base',
    'encoder/relations/reached',
  ])
})
