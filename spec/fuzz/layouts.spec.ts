import fc from 'fast-check'
import { ptx75 } from '../../axioms/models.js'
import { decide } from '../../encoder/decide/decide.js'
import { arrangementsOf, startsOf } from '../../encoder/events/memory/starts.js'
import { type Address, elementAt, type LayoutProgram, layoutPrograms, layoutText } from '../../fuzz/layouts.js'
import { only } from '../../fuzz/programs.js'
import { holds, randomly } from '../extent.js'
import { solver } from '../support.js'
import { agreeOn } from './agreement.js'

agreeOn('layouts', { runs: 12, each: 1 })

/** Returns the starts of objects: anywhere that their alignments allow, one after the other, near or far. */
function randomBases({ objects }: LayoutProgram, random: () => number): readonly bigint[] {
  const bases = new Map<number, bigint>()
  let free = BigInt(Math.floor(random() * 2 ** 31)) * 4096n + 4096n
  for (const i of objects
    .map((_, i) => [random(), i] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, i]) => i)) {
    const { alignment = 256, length } = objects[i] ?? { length: 0 }
    const most = [64, 1024, 2 ** 24][Math.floor(3 * random())] ?? 1
    const gap = 1n + BigInt(Math.floor(random() * most))
    const start = ((free + gap) / BigInt(alignment) + 1n) * BigInt(alignment)
    bases.set(i, start)
    free = start + BigInt(4 * length)
  }
  return objects.map((_, i) => bases.get(i) ?? 0n)
}

/** Returns the layouts that are tried: results that differ in them may be equal in random ones. */
function triedBases({ objects }: LayoutProgram): readonly (readonly bigint[])[] {
  const extents = objects.map(({ alignment = 256, length }) => ({
    bytes: BigInt(4 * length),
    alignment: BigInt(alignment),
  }))
  return arrangementsOf(objects.length).map((one) => startsOf(extents, one))
}

/** Returns the final value of `r`; undefined if the behaviour is. It shares nothing with the encoder. */
function runWith({ objects, result }: LayoutProgram, bases: readonly bigint[], read: number): bigint | undefined {
  const baseOf = (object: number): bigint => bases[object] ?? 0n
  const at = ({ object, offset, indexed, rebased }: Address): bigint =>
    baseOf(rebased ?? object) + BigInt(offset) + (indexed ? BigInt(read) : 0n)
  switch (result.kind) {
    case 'bits':
      return (at(result.of) >> BigInt(result.from)) & BigInt(result.mask)
    case 'less':
      return at(result.one) < at(result.other) ? 1n : 0n
    case 'between': {
      const [a, b, c] = result.objects.map(baseOf)
      return (a ?? 0n) < (b ?? 0n) === (b ?? 0n) < (c ?? 0n) ? 0n : 1n
    }
    case 'near': {
      const distance = at(result.one) - at(result.other)
      return (distance < 0n ? -distance : distance) < BigInt(result.within) ? 1n : 0n
    }
    case 'apart':
      return at(result.one) - at(result.other) === BigInt(result.by) ? 1n : 0n
    case 'load': {
      const { words, down = 1, guard = 0 } = result
      const from = at(result.at) & -BigInt(down)
      if ((from & BigInt(guard)) !== 0n) return 0n
      const bytes = BigInt(4 * words)
      const found = objects.findIndex(
        ({ length }, i) => baseOf(i) <= from && from + bytes <= baseOf(i) + BigInt(4 * length),
      )
      return found === -1 || from % bytes !== 0n
        ? undefined
        : BigInt(elementAt(found, Number(from - baseOf(found)) / 4))
    }
  }
}

/** Numbers from 0 to 1, the same in every run. */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

randomly(
  'programs end as they do wherever memory may lie, unless the answer names the layouts tried',
  {
    runs: 30,
    seed: 2_027,
    least: { programs: 30, undefined: 4, 'not covered': 2, allowed: 2, qualified: 2, contradicted: 1 },
  },
  async (draw) => {
    const z3 = await solver()
    const tally = new Map<string, number>()
    const property = fc.property(layoutPrograms, (program) => {
      const random = numbersFrom(7)
      const layouts = [...Array.from({ length: 200 }, () => randomBases(program, random)), ...triedBases(program)]
      const runs = layouts.map((bases) => [0, program.index].map((read) => runWith(program, bases, read)))
      const asked = runs[0]?.find((one) => one !== undefined) ?? 0n
      const verdicts = new Set(runs.map((ends) => (ends.includes(asked) ? 'allowed' : 'forbidden')))
      const [only_] = verdicts
      const expected = runs.flat().includes(undefined) ? 'undefined' : verdicts.size > 1 ? 'not covered' : only_
      const [answer] = decide(only(layoutText(program, Number(asked))), z3, { model: ptx75 }).answers
      const reached = answer?.undefined.kind === 'known' && answer.undefined.found.length > 0
      const said = reached ? 'undefined' : (answer?.verdict.kind ?? 'nothing')
      const count = (what: string) => tally.set(what, (tally.get(what) ?? 0) + 1)
      count(said)
      if (answer?.layouts !== undefined) count('qualified')
      if (answer?.layouts !== undefined && said !== expected) count('contradicted')
      else expect(said).toBe(expected)
    })
    return { programs: await holds(property, draw), ...Object.fromEntries(tally) }
  },
)
