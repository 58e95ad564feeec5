import { defaultModel } from '../../axioms/models.js'
import { kernelText } from '../../hardware/kernel-text.js'
import { type Plan, planOf } from '../../hardware/plan.js'
import type { Instruction } from '../../litmus/instruction.js'
import { isCompiled, type Program } from '../../litmus/program.js'
import { must } from '../../source/must.js'
import { onEach, someExamples } from '../extent.js'
import { compiledTest, moduleOf } from '../litmus/module/modules.js'
import { planIn } from './plans.js'

/** The text for a thread of the test: the lines of PTX, and those that keep results. */
interface Block {
  readonly ptx: readonly string[]
  readonly inputs: string
  readonly results: readonly string[]
}

/** Returns the blocks of a text, by the threads that run them. */
function blocksOf(text: string): ReadonlyMap<number, Block> {
  const blocks = new Map<number, Block>()
  for (const [, body = ''] of text.matchAll(/^ {4}switch \(role\) \{\n(.*?)^ {4}\}$/gms))
    for (const [, cases = '', block = ''] of body.matchAll(/^((?: {6}case \d+:(?: \{)?\n)+)(.*?)^ {8}break;$/gms))
      for (const [, thread] of cases.matchAll(/case (\d+):/g))
        blocks.set(Number(thread), {
          ptx: [...block.matchAll(/^ {10}"(.*)\\n\\t"$/gm)].map(([, line = '']) => line),
          inputs: /^ {10}: ((?:"\w"|, |\().*)\n {10}: "memory"/m.exec(block)?.[1] ?? '',
          results: [...block.matchAll(/^ {8}(.*at\.result.*)$/gm)].map(([, line = '']) => line),
        })
  return blocks
}

/**
 * Returns the words that the line of an instruction must have if it accesses or orders memory; of a vector, for its
 * first scalar.
 */
function wordsOf(one: Instruction): readonly (readonly string[])[] {
  const strength = (order: string, scope: string | undefined): readonly string[] =>
    order === 'weak' ? [] : order === 'volatile' ? [order] : [order, scope].filter((word) => word !== undefined)
  switch (one.kind) {
    case 'load':
      if ((one.element ?? 0) > 0) return []
      return [one.proxy === 'texture' ? ['tex', '1d'] : ['ld', ...strength(one.order, one.scope)]]
    case 'store':
      return (one.element ?? 0) > 0 ? [] : [['st', ...strength(one.order, one.scope)]]
    case 'atomic':
      return (one.element ?? 0) > 0
        ? []
        : [[one.destination === undefined ? 'red' : 'atom', one.order, one.scope, one.operation]]
    case 'fence':
      return [['fence', one.order, one.scope]]
    case 'proxy-fence':
      return [['fence', 'proxy', one.proxy]]
    default:
      return []
  }
}

interface Runnable {
  readonly name: string
  readonly program: Program
  readonly plan: Plan
}

const runnable: readonly Runnable[] = someExamples(defaultModel.name).flatMap(({ name, program }) => {
  const plan = planOf(program)
  return plan.kind === 'plan' ? [{ name, program, plan }] : []
})
const all = { all: runnable, sample: (some: readonly Runnable[]) => some, least: 100 }

describe('every example that can run', () => {
  onEach(
    'each access and fence of each thread is there, in order, with its strength and scope, and no other',
    all,
    ({ name, program, plan }) => {
      const blocks = blocksOf(kernelText(plan, 0))
      for (const [index, thread] of program.threads.entries()) {
        if (thread.kind !== 'device' || isCompiled(thread)) continue
        const expected = thread.instructions.flatMap(wordsOf)
        const lines = must(blocks.get(index), `${name}: the text of a thread`)
          .ptx.map((line) => line.replace(/^@!?\w+ /, ''))
          .filter(
            (line) =>
              /^(ld|st|atom|red|fence|membar|tex)\./.test(line) &&
              !/async|mbarrier|tensormap|sync_restrict|alias\.(release|acquire)/.test(line),
          )
        const found = lines.map((line) => line.split(/[ ;]/)[0]?.split('.') ?? [])
        expect([
          name,
          index,
          found.map((words, i) => (expected[i] ?? []).filter((word) => words.includes(word))),
        ]).toEqual([...[name, index, expected]])
      }
    },
  )

  onEach('each name reaches its own location by its own address', all, ({ name, program, plan }) => {
    const blocks = blocksOf(kernelText(plan, 0))
    for (const part of plan.script?.parts ?? [plan])
      for (const { text, threads } of part.codes)
        for (const [i, thread] of threads.entries()) {
          const { inputs, ptx } = must(blocks.get(thread), 'the text of a thread')
          if (i > 0) continue
          for (const { variable, register, form } of text.mentions) {
            const { location, address } = must(
              program.variables.find((one) => one.name === variable),
              'a variable',
            )
            const earlier = program.variables.filter((one) => one.location === location)
            const view = [...new Set(earlier.map((one) => one.address))].indexOf(address)
            const space = must(part.locations[location], 'a location').space
            const [, operand] = must(
              ptx.map((line) => new RegExp(`mov\\.b64 ${register}, %(\\d+);$`).exec(line)).find((one) => one !== null),
              `${name}: the address of ${variable}`,
            )
            const flags = ptx.filter((line) => /mov\.b(16|32|64) %\d+,|selp\.u32 %\d+,/.test(line)).length
            const given = splitInputs(inputs)[Number(operand) - flags]
            if (space === 'global' && form === 'generic')
              expect([name, variable, given]).toEqual([name, variable, `"l"(address(run, at, ${view}, ${location}))`])
            if (space === 'host' && form === 'generic')
              expect([name, variable, given]).toEqual([name, variable, `"l"(host_address(run, at, ${location}))`])
            if (form === 'texture') expect([name, variable, given]).toEqual([name, variable, '"l"(run.texture)'])
          }
        }
  })

  onEach('each register that is observed is kept in its place, by its thread alone', all, ({ name, plan }) => {
    const blocks = blocksOf(kernelText(plan, 0))
    for (const [place, { from }] of plan.observed.entries()) {
      if (from.kind !== 'register') continue
      const block = blocks.get(from.thread)
      if (block === undefined) continue
      const codes = (plan.script?.parts ?? [plan]).flatMap((part) => part.codes)
      const code = must(
        codes.find(({ threads }) => threads.includes(from.thread)),
        'the text of a thread',
      )
      const register = code.text.registers.get(from.name)?.name
      if (register === undefined) continue
      const kept = block.results.filter((line) => line.includes(`at.result[${place}] = `))
      const guard = code.threads.length === 1 ? '' : `if (role == ${from.thread}) `
      expect([name, kept.map((line) => line.replace(/out\d+;$/, ''))]).toEqual([
        ...[name, [`${guard}at.result[${place}] = `]],
      ])
      const flags = block.ptx.filter((line) => /mov\.b32 %\d+, (budget|gave_up|missed);/.test(line)).length
      const out = Number(/out(\d+);$/.exec(kept[0] ?? '')?.[1])
      const taken = block.ptx.filter((line) =>
        new RegExp(`^(mov\\.b\\d+ %${flags + out}, |selp\\.u32 %${flags + out}, 1, 0, )`).test(line),
      )
      expect([name, taken.map((line) => /(\w+);$/.exec(line)?.[1])]).toEqual([name, [register]])
    }
  })
})

/** Returns the operands that an `asm` statement takes. */
const splitInputs = (inputs: string): readonly string[] => inputs.split(/, (?="\w")/)

test('a thread of a CTA and a place is one of the test, or none', () => {
  const text = kernelText(
    planIn('.global x; d0.b0.t0..1 { st [x], 1; } d0.b1.t0 { ld r0, [x]; } check (r0 == 0) as q;'),
    3,
  )
  expect(/role_3\(int cta, int place\) \{\n(.*?)\n\}/s.exec(text)?.[1]?.split('\n')).toEqual([
    '  if (cta == 0 && place == 0) return 0;',
    '  if (cta == 0 && place == 1) return 1;',
    '  if (cta == 1 && place == 0) return 2;',
    '  return -1;',
  ])
})

test('a state is observed by the names of `outcomes`, with the width and sign of the values', () => {
  const text = kernelText(
    planIn(
      '.global .u64 w; .global .s16 h; .global a[2]; .shared d; d0.b0.t0 { ld.u64 r0, [w]; ld.s16 r1, [h]; ld.shared r2, [d]; } check (r0 == 0 && r1 == 0 && [a[1]] == 0 && [d] == 0 && [h] == 0) as q;',
    ),
    0,
  )
  expect(/observed_0\[\] = \{\n(.*?)\n\};/s.exec(text)?.[1]?.split('\n')).toEqual([
    '  {"0:r0", 8, false, -1, 0},',
    '  {"0:r1", 2, true, -1, 0},',
    '  {"[a[1]]", 4, true, 2, 4},',
    '  {"[d]", 4, true, -1, 0},',
    '  {"[h]", 2, true, 1, 0},',
  ])
  expect(text).toContain('at.result[3] = got(own + 0, 4);')
})

test('memory begins with the values of the test: those of shared memory in each CTA, addresses as addresses', () => {
  const text = kernelText(
    planIn(
      '.global x = 3; .global .u64 p = &a[1]; .global a[3] = {0, 5, 6}; .shared .u16 d[2] = {7, 8}; d0.b0.t0 { ld.shared.u16 r0, [d]; ld.u64 r1, [p]; ld.u32 r2, [r1]; } check (r0 == 0 && r2 == 0) as q;',
    ),
    0,
  )
  expect(/initial_0\[\] = \{\n(.*?)\n\};/s.exec(text)?.[1]?.split('\n')).toEqual([
    '  {0, 0, 4, 3ull, -1, 0},',
    '  {1, 0, 8, 4ull, 0, 2},',
    '  {2, 4, 4, 5ull, -1, 0},',
    '  {2, 8, 4, 6ull, -1, 0},',
    '  {-1, 0, 0, 0, -1, 0},',
  ])
  expect(text).toContain('clear(own + 0, 4); put(own + 0, 2, 7ull); put(own + 2, 2, 8ull);')
})

test('comments state the purpose of a program, and no name or line continues after them', () => {
  const program = compiledTest(
    'module "k.ptx"; .global .u32 x; host { k<<<1, 1>>>(x); cudaDeviceSynchronize(); } check (x == 0) as q;',
    { 'k.ptx': moduleOf('.visible .entry k(.param .u64 p)\n{\nret;\n}\n// a path that ends so \\\n// and \\') },
  )
  const planned = planOf({ ...program, file: 'a\nint b;\\' })
  const text = planned.kind === 'plan' ? kernelText(planned, 0) : ''
  expect(text).toMatch(/^\/\/ a/)
  expect(text).not.toMatch(/^int b/m)
  expect(text.split('\n').filter((line) => line.endsWith('\\'))).toEqual([])
})
