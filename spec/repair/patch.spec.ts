import { defaultModel } from '../../axioms/models.js'
import type { Instruction } from '../../litmus/instruction.js'
import { printProgram } from '../../litmus/print.js'
import { isCompiled, type Program, threadAt } from '../../litmus/program.js'
import { readTests } from '../../litmus/read.js'
import type { Load } from '../../litmus/reading.js'
import { applied } from '../../repair/apply.js'
import { type Patched, patched } from '../../repair/patch.js'
import type { Repair } from '../../repair/repair.js'
import { executeTheSame } from '../../repair/same-program.js'
import { must } from '../../source/must.js'
import { span } from '../../source/text.js'
import { type Expected, exampleNamed } from '../examples.js'
import { onEach, someExamples } from '../extent.js'
import { testIn, testsIn } from '../support.js'
import { editsOf } from './edits-of.js'

const all = someExamples(defaultModel.name)
const most = 2

/** Returns some of the changes, from everywhere among them. */
const someOf = <T>(items: readonly T[]): readonly T[] => {
  const step = Math.max(1, Math.ceil(items.length / most))
  return items.filter((_, i) => i % step === 0)
}

const textOfTest = (result: Patched | undefined): string => must(must(result, 'a text').test, 'a test').text

/**
 * Returns whether the printed program can be read: it cannot if, for example, no thread needs a scope, or a register is
 * read before it is written.
 */
const isReadable = (program: Program): boolean => {
  try {
    return executeTheSame(testIn(printProgram(program, program.format)), program)
  } catch {
    return false
  }
}

/**
 * Returns whether an instruction belongs to a call of CUDA C++ that is several instructions, such as a sequentially
 * consistent store with its fence.
 */
const isPartOfCall = (one: Instruction, { threads }: Program): boolean =>
  threads
    .flatMap(({ instructions }) => instructions)
    .some(
      (other) =>
        other !== one &&
        other.span.source === one.span.source &&
        ((other.span.start <= one.span.start && one.span.end < other.span.end) ||
          (one.span.start <= other.span.start && other.span.end < one.span.end)),
    )

describe(`changes are written into the author's text, which then is the changed program: ${most} of each example`, () => {
  const tests = all.filter(({ program }) => !program.threads.some(isCompiled))
  // The first test of each file.
  const sample = (some: readonly Expected[]) =>
    some.filter(({ program: { file } }, i) => file !== some[i - 1]?.program.file)
  onEach('of tests', { all: tests, sample, least: 20 }, ({ program }) => {
    const isOfCall = ({ thread, at }: Repair): boolean =>
      [at - 1, at, at + 1]
        .flatMap((i) => threadAt(program.threads, thread).instructions[i] ?? [])
        .some((one) => isPartOfCall(one, program))
    for (const edits of someOf(editsOf(program))) {
      const result = patched(program, edits)
      // Only changes that cannot be written are refused, and only changes within a call are printed.
      if (result === undefined) expect(isReadable(applied(program, edits))).toBe(false)
      else if (result.printed) expect(edits.some(isOfCall)).toBe(true)
    }
  })

  const modules = all.filter(({ program }) => program.threads.some(isCompiled))
  onEach('of modules', { all: modules, sample: (some) => some, least: 15 }, ({ program }) => {
    const written = someOf(editsOf(program)).filter((edits) => !edits.some((one) => isOfMap(one) || isFirst(one)))
    for (const edits of written)
      expect([edits.map(({ thread, at, change: { kind } }) => [thread, at, kind]), patched(program, edits)]).toEqual([
        expect.anything(),
        expect.objectContaining({ printed: false }),
      ])
  })
})

/** Returns whether a change is of a fence for tensor maps, which compiled kernels lack. */
const isOfMap = ({ change }: Repair): boolean =>
  change.kind === 'insert' && change.instruction.kind === 'async-fence' && change.instruction.what.kind === 'tensormap'

/**
 * Returns whether a change is at the first statement of a kernel, which comes after the instructions that set up its
 * launch.
 */
const isFirst = ({ at, change }: Repair): boolean => at === 0 && change.kind === 'insert'

const fence = (thread: number, at: number, program: Program): Repair => ({
  thread,
  at,
  change: {
    kind: 'insert',
    instruction: { kind: 'fence', order: 'acq_rel', scope: 'gpu', span: threadAt(program.threads, thread).span },
  },
})

const acquiring = (thread: number, at: number, program: Program): Repair => {
  const one = must(threadAt(program.threads, thread).instructions[at], 'a load')
  if (one.kind !== 'load') throw new Error('a load is needed')
  return {
    thread,
    at,
    change: { kind: 'replace', instruction: { ...one, order: 'acquire', scope: 'gpu' }, what: 'order' },
  }
}

describe('the text of a test', () => {
  const text = `// Message passing.
.global x; .global y;

d0.b0.t0 {
    st [x], 1;   // the data
    // Behind the data.
    st.relaxed.gpu [y], 1;
}
d0.b1.t0 { ld.relaxed.gpu.global.s32 r0, [y]; ld.weak.cg r1, [x]; }

assert (not (r0 == 1 && r1 == 0)) as fresh;
`
  const program = testIn(text)

  test('a line of its own is inserted above comments on the next one, with its indentation', () => {
    expect(textOfTest(patched(program, [fence(0, 1, program)]))).toBe(
      text.replace('    // Behind', '    fence.acq_rel.gpu;\n    // Behind'),
    )
  })
  test('between statements of one line, and at the end of one', () => {
    expect(textOfTest(patched(program, [fence(1, 1, program), fence(1, 2, program)]))).toBe(
      text.replace('ld.weak.cg r1, [x];', 'fence.acq_rel.gpu; ld.weak.cg r1, [x]; fence.acq_rel.gpu;'),
    )
  })
  test('at the end of a thread', () => {
    expect(textOfTest(patched(program, [fence(0, 2, program)]))).toBe(
      text.replace('st.relaxed.gpu [y], 1;\n', 'st.relaxed.gpu [y], 1;\n    fence.acq_rel.gpu;\n'),
    )
  })
  test('the words of an access that are not about its strength stay; a cache operator cannot', () => {
    expect(textOfTest(patched(program, [acquiring(1, 0, program), acquiring(1, 1, program)]))).toBe(
      text
        .replace('ld.relaxed.gpu.global.s32 r0, [y]', 'ld.acquire.gpu.global.s32 r0, [y]')
        .replace('ld.weak.cg r1, [x]', 'ld.acquire.gpu r1, [x]'),
    )
  })
  test('two statements change places', () => {
    expect(textOfTest(patched(program, [{ thread: 0, at: 0, change: { kind: 'swap' } }]))).toBe(
      text.replace('st [x], 1;', 'st.relaxed.gpu [y], 1;').replace('st.relaxed.gpu [y], 1;\n}', 'st [x], 1;\n}'),
    )
  })
  test('removing a statement removes its line and its guard, but no comment', () => {
    const lines = `.global x;
d0.b0.t0 {
  .reg p = 1;
  fence.sc.gpu;
  fence.sc.sys; // everyone
  @p fence.sc.cta;
  st [x], 1;
}
exists (x == 1)
`
    const one = testIn(lines)
    const places = threadAt(one.threads, 0).instructions.flatMap(({ kind }, at) => (kind === 'fence' ? [at] : []))
    const gone = places.map((at): Repair => ({ thread: 0, at, change: { kind: 'remove' } }))
    expect(textOfTest(patched(one, gone))).toBe(
      lines
        .replace('  fence.sc.gpu;\n', '')
        .replace('fence.sc.sys; // everyone', '// everyone')
        .replace('  @p fence.sc.cta;\n', ''),
    )
  })
  test('changes of one place that no single edit is are made one after the other', () => {
    const swapped: Repair = { thread: 1, at: 0, change: { kind: 'swap' } }
    expect(textOfTest(patched(program, [acquiring(1, 1, program), swapped]))).toBe(
      text.replace(
        'ld.relaxed.gpu.global.s32 r0, [y]; ld.weak.cg r1, [x]',
        'ld.acquire.gpu r1, [x]; ld.relaxed.gpu.global.s32 r0, [y]',
      ),
    )
  })
  test('a change of either of two that change places, and a fence between them, keep comments', () => {
    const swapped: Repair = { thread: 1, at: 0, change: { kind: 'swap' } }
    const changes = [acquiring(1, 0, program), swapped, fence(1, 1, program)]
    for (const some of [changes, changes.toReversed(), changes.toSpliced(1, 2, ...changes.slice(1).toReversed())])
      expect(textOfTest(patched(program, some))).toBe(
        text.replace(
          'ld.relaxed.gpu.global.s32 r0, [y]; ld.weak.cg r1, [x]',
          'ld.weak.cg r1, [x]; fence.acq_rel.gpu; ld.acquire.gpu.global.s32 r0, [y]',
        ),
      )
  })
  test('what goes beside what changes places keeps comments', () => {
    const lines =
      '.global x;\nd0.b0.t0 {\n  st [x], 1; // first\n  fence.sc.gpu;\n  ld r0, [x]; // second\n}\nexists (r0 == 1)\n'
    const one = testIn(lines)
    const changes: readonly Repair[] = [
      { thread: 0, at: 1, change: { kind: 'remove' } },
      { thread: 0, at: 1, change: { kind: 'swap' } },
      fence(0, 1, one),
    ]
    const result = must(patched(one, changes), 'a text')
    expect(result.printed).toBe(false)
    expect(textOfTest(result)).toBe(
      lines.replace('fence.sc.gpu;\n  ld r0, [x]; // second', 'fence.acq_rel.gpu;\n  ld r0, [x];\n  // second'),
    )
  })
  test('the ends of lines stay as they are', () => {
    const windows = testIn(text.replaceAll('\n', '\r\n'))
    expect(textOfTest(patched(windows, [fence(0, 1, windows)]))).toBe(
      text.replace('    // Behind', '    fence.acq_rel.gpu;\n    // Behind').replaceAll('\n', '\r\n'),
    )
  })
  test('the ends of lines are also kept after a comment', () => {
    const commented = testIn(
      '.global x;\nd0.b0.t0 {\n  st [x], 1; // first\n}\nexists (x == 1)\n'.replaceAll('\n', '\r\n'),
    )
    expect(textOfTest(patched(commented, [fence(0, 1, commented)]))).toContain(
      '  st [x], 1; // first\r\n  fence.acq_rel.gpu;\r\n}',
    )
  })
  test('threads that run one text get one change of it', () => {
    const shared = '.global x;\nd0.b0..3.t0 {\n  st [x], 1;\n  ld r0, [x];\n}\nexists (P0:r0 == 1)\n'
    const one = testIn(shared)
    expect(textOfTest(patched(one, [fence(0, 1, one)]))).toBe(shared.replace('  ld', '  fence.acq_rel.gpu;\n  ld'))
  })
})

describe('CUDA C++ in tests', () => {
  const text = `.global x; .global flag;
d0.b0.t0 {
  st [x], 1;
  __threadfence_block();
  cuda::atomic_ref<int, cuda::thread_scope_device>(flag).store(1, cuda::memory_order_relaxed);
}
d0.b1.t0 {
  r0 = cuda::atomic_ref<int, cuda::thread_scope_block>(flag).load(cuda::memory_order_relaxed);
  ld r1, [x];
}
d0.b1.t1 { st.relaxed.cta [flag], 2; }
exists (r0 == 1 && r1 == 0)
`
  const program = testIn(text)
  test('stays CUDA C++', () => {
    const block = must(threadAt(program.threads, 0).instructions[1], 'a fence')
    if (block.kind !== 'fence') throw new Error('a fence is needed')
    const wider: Repair = {
      thread: 0,
      at: 1,
      change: { kind: 'replace', instruction: { ...block, scope: 'gpu' }, what: 'scope' },
    }
    expect(textOfTest(patched(program, [wider, acquiring(1, 0, program)]))).toBe(
      text
        .replace('__threadfence_block()', '__threadfence()')
        .replace(
          'thread_scope_block>(flag).load(cuda::memory_order_relaxed)',
          'thread_scope_device>(flag).load(cuda::memory_order_acquire)',
        ),
    )
  })
  test('a call that is several instructions becomes these, if one of them changes', () => {
    const strong = text
      .replace('.store(1, cuda::memory_order_relaxed);', '.store(1, cuda::memory_order_seq_cst); // the flag')
      .replace('.load(cuda::memory_order_relaxed)', '.load(cuda::memory_order_seq_cst)')
    const one = testIn(strong)
    const fences = [0, 1].map((thread) => {
      const { instructions } = threadAt(one.threads, thread)
      const at = instructions.findLastIndex(({ kind }) => kind === 'fence')
      return { thread, at, instruction: must(instructions[at], 'a fence') }
    })
    const changes = fences.map(({ thread, at, instruction }): Repair => {
      if (thread === 1 || instruction.kind !== 'fence') return { thread, at, change: { kind: 'remove' } }
      const weaker = { ...instruction, order: 'acq_rel' } as const
      return { thread, at, change: { kind: 'replace', instruction: weaker, what: 'weaker order' } }
    })
    expect(textOfTest(patched(one, changes))).toBe(
      strong
        .replace(/cuda::atomic_ref.*seq_cst\); \/\//, 'fence.acq_rel.gpu;\n  st.relaxed.gpu [flag], 1; //')
        .replace(/r0 = cuda::atomic_ref.*;/, 'ld.acquire.cta r0, [flag];'),
    )
  })
  test('nothing is put between a call and the fence that is part of it, but before it', () => {
    const strong = text.replace('.store(1, cuda::memory_order_relaxed)', '.store(1, cuda::memory_order_seq_cst)')
    const one = testIn(strong)
    expect(textOfTest(patched(one, [fence(0, 2, one)]))).toBe(
      strong.replace('  cuda::atomic_ref<int, cuda::thread_scope_device>', '  fence.acq_rel.gpu;\n$&'),
    )
  })
})

describe('other formats', () => {
  test('an instance of a template is a test of its own', () => {
    const [, second] = testsIn(
      '.global x; // $0\nd0.b0.t0 { st [x], $0; ld r0, [x]; }\nexists (r0 == $0)\n$$\n1\n2\n',
      'many.test',
    )
    const program = must(second, 'a second row')
    expect(textOfTest(patched(program, [fence(0, 1, program)]))).toBe(
      '.global x; // $0\nd0.b0.t0 { st [x], 2; fence.acq_rel.gpu; ld r0, [x]; }\nexists (r0 == 2)\n',
    )
  })
  test('a table gets a row', () => {
    const text = `PTX MP
{ x = 0; y = 0; }
 P0@cta 0,gpu 0     | P1@cta 1,gpu 0     ;
 st.weak x, 1       | ld.relaxed.gpu r0, y ; (* the flag *)
 st.relaxed.gpu y, 1 | ld.weak r1, x     ;
exists (1:r0 = 1 /\\ 1:r1 = 0)
`
    const [program] = testsIn(text, 'MP.litmus')
    const one = must(program, 'a test')
    const expected = text.replace(' st.relaxed.gpu y', ' fence.acq_rel.gpu   |                   ;\n st.relaxed.gpu y')
    expect(textOfTest(patched(one, [fence(0, 1, one)]))).toBe(expected)
    const [windows] = testsIn(text.replaceAll('\n', '\r\n'), 'MP.litmus')
    const other = must(windows, 'a test')
    expect(textOfTest(patched(other, [fence(0, 1, other)]))).toBe(expected.replaceAll('\n', '\r\n'))
  })
})

describe('a module', () => {
  const { program } = exampleNamed('kernels/flag+no-fence.test')
  test('its text changes, and the test does not', () => {
    const thread = program.threads.findIndex(isCompiled)
    const { instructions } = threadAt(program.threads, thread)
    const at = instructions.findLastIndex(({ kind }) => kind === 'store')
    const result = must(patched(program, [fence(thread, at, program)]), 'a text')
    const [module] = result.modules
    const { source, start } = must(instructions[at], 'a store').span
    expect(result.test?.text).toBe(result.test?.source.text)
    expect(module?.source).toBe(source)
    expect(module?.text.split('\n').toSpliced(lineOf(source.text, start), 1)).toEqual(source.text.split('\n'))
    expect(module?.text.split('\n')[lineOf(source.text, start)]).toBe('\tfence.acq_rel.gpu;')
  })
})

test('of a source that is compiled in two ways, the module of the changed thread changes', () => {
  const compiled = (entry: string) => ({
    name: 'k.ptx',
    text: `.version 8.0\n.target sm_90\n.address_size 64\n.visible .entry ${entry}(.param .u64 p)\n{\n\t.reg .b64 %rd<2>;\n\tld.param.u64 %rd1, [p];\n\tst.global.u32 [%rd1], 1;\n\tret;\n}\n`,
  })
  const text = `module "k.cu" nvcc "-DK=first";\nmodule "k.cu" nvcc "-DK=second";\n.global .u32 x;\n.global .u32 y;\nhost { first<<<1, 1>>>(x); second<<<1, 1>>>(y); cudaDeviceSynchronize(); }\nassert (y == 1) as q;\n`
  const load: Load = (_path, _from, options = '') => ({ ok: true, source: compiled(options.replace('-DK=', '')) })
  const { tests } = readTests({ name: 'two.test', text }, { load })
  const program = must(tests[0], 'a test')
  const thread = program.threads.findLastIndex(isCompiled)
  const at = threadAt(program.threads, thread).instructions.findLastIndex(({ kind }) => kind === 'store')
  const { modules } = must(patched(program, [fence(thread, at, program)]), 'a text')
  expect(
    modules.map((one) => [one.options, one.text.includes('fence.acq_rel.gpu;'), /entry (\w+)/.exec(one.text)?.[1]]),
  ).toEqual([
    ['-DK=first', false, 'first'],
    ['-DK=second', true, 'second'],
  ])
})

/** Returns the index of the line of an offset. */
const lineOf = (text: string, offset: number): number => text.slice(0, offset).split('\n').length - 1

test('what no text of the format says has none', () => {
  const program = testIn('.global x;\nd0.b0.t0 { st.relaxed.gpu [x], 1; }\nexists (x == 1)\n')
  const place = span({ name: 'elsewhere', text: '' }, 0, 0)
  const refused: Repair = {
    thread: 0,
    at: 0,
    change: { kind: 'replace', instruction: { kind: 'refused', why: 'it is', span: place }, what: 'order' },
  }
  expect(patched(program, [refused])).toBeUndefined()
})
