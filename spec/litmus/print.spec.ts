import fc from 'fast-check'
import { defaultModel, ptx75 } from '../../axioms/models.js'
import { herdPrograms } from '../../fuzz/herd.js'
import { programs } from '../../fuzz/programs.js'
import { warpPrograms } from '../../fuzz/warps.js'
import type { Format } from '../../litmus/format.js'
import type { Instruction } from '../../litmus/instruction.js'
import { printForPeers, printProgram } from '../../litmus/print.js'
import { isCompiled, type Program } from '../../litmus/program.js'
import { formatDiagnostic } from '../../source/diagnostic.js'
import { must } from '../../source/must.js'
import { conformance } from '../conformance.js'
import { always, onEach, sampled, someExamples } from '../extent.js'
import { filesBelow, testIn, testsIn, textOf, verdicts } from '../support.js'

/** Returns whether an instruction has two registers with a bar between them, which ends a cell of a herd-style test. */
const hasPair = (one: Instruction): boolean => one.kind === 'warp' && one.paired === true

/** Returns a program without the places from which it was read. */
const bare = (program: Program): unknown =>
  JSON.parse(
    JSON.stringify({ ...program, file: '', row: null }, (key, value) =>
      /span$/i.test(key) ? undefined : typeof value === 'bigint' ? `${value}n` : value,
    ),
  )

describe('printed text reads as the same program', () => {
  const readsBack = (texts: fc.Arbitrary<string>, format: Format) => () =>
    fc.property(texts, (text) => {
      const program = testIn(text)
      expect(bare(testIn(printProgram(program, format)))).toEqual(bare(program))
    })
  always('nvlitmus', { runs: 40, seed: 1 }, readsBack(programs(ptx75), 'nvlitmus'))
  always('herd-style', { runs: 40, seed: 2 }, readsBack(herdPrograms(ptx75), 'herd'))
  const ofWarps = must(warpPrograms(ptx75), 'programs of warps')
  always('of the lanes of warps', { runs: 40, seed: 3 }, readsBack(ofWarps, 'nvlitmus'))
  test('real PTX spellings, coordinates, types, demanded values', () => {
    const program = testIn(`.global x; .surfref s virtually aliases x; .shared z;
      d0.b0.t0 { ld.relaxed.gpu.global.u32 r0, [x]; sust.b.1d.vec.b32.clamp [s, 3], r0; atom.inc.u32 r1, [x], 5 == 2;
        mul.lo.u64 r2, r0, r1; ld.const.u32 r3, [x]; red.add [x], -1; st.volatile.u8 [z], 200; membar.gl; ld.mmio.relaxed.sys.u32 r4, [x]; }
      permit (not (r0 == 1 || r1 < 3) && [x] != -1) as p;`)
    expect(bare(testIn(printProgram(program, 'nvlitmus')))).toEqual(bare(program))
  })
  test('kernels on several GPUs and in several domains', () => {
    const program =
      testIn(`.global x; .global y; kernel a { d0.b0.t0 { st [x], 1; } } kernel b { d1.b0.t0 { ld r0, [y]; } }
      host { a<<<1, 1, device(0), domain(2)>>>(); cudaSetDevice(1); cudaMemcpyPeerAsync(y, 1, x, 0);
        cudaMemcpyPeerAsync(y, 1, x, 0, s); b<<<1, 1, 0, s, programmatic, resident(1)>>>(); }
      permit (r0 == 1) as p;`)
    expect(bare(testIn(printProgram(program, 'nvlitmus')))).toEqual(bare(program))
    expect(testIn(printProgram(program, 'herd')).host?.tasks).toEqual(program.host?.tasks)
    expect(program.threads.map((one) => one.kind === 'device' && one.position.domain)).toEqual([
      2,
      undefined,
      false,
      false,
      false,
    ])
  })
  test('kernels that depend on others', () => {
    const program = testIn(`.global x; kernel a { d0.b0.t0 { ld p, [x]; @p griddepcontrol.launch_dependents; } }
      kernel b { d0.b0.t0 { griddepcontrol.wait; ld r0, [x]; } } kernel c { d0.b0.t0 { ld r1, [x]; } }
      host { a<<<1, 1, 0, s>>>(); b<<<1, 1, 0, s, programmatic>>>(); c<<<1, 1, programmatic>>>(); }
      permit (r0 == 1) as p;`)
    expect(program.host?.tasks.map(({ primary, after }) => ({ primary, after }))).toEqual([
      { after: [] },
      { primary: 0, after: [] },
      { after: [0, 1] },
    ])
    expect(bare(testIn(printProgram(program, 'nvlitmus')))).toEqual(bare(program))
    expect(testIn(printProgram(program, 'herd')).host?.tasks.map(({ primary }) => primary)).toEqual([
      undefined,
      0,
      undefined,
    ])
  })
})

/** Returns a program without what a format does not write: the title of a herd-style test, and names of threads. */
const written = (program: Program): unknown => {
  const threads = program.threads.map((thread) => ({ ...thread, name: '' }))
  return bare({ ...program, format: 'nvlitmus', title: '', threads })
}

const otherFormat = ({ format }: Program): Format => (format === 'herd' ? 'nvlitmus' : 'herd')

describe('in the other format a program has the same verdicts, and converted back it is the same', () => {
  // If each thread has its own body, no two threads share a barrier in a branch, so none continues without it.
  const diverges = ['barriers/early-exit.test#2', 'barriers/tree.test#2', 'barriers/vote.test#2']
  const printable = someExamples(defaultModel.name).filter(
    ({ program, name }) =>
      !program.threads.some((one) => isCompiled(one) || one.instructions.some(hasPair)) && !diverges.includes(name),
  )
  onEach('examples', { all: printable, sample: sampled, least: 20 }, async ({ program, verdicts: expected }) => {
    const other = testIn(printProgram(program, otherFormat(program)))
    expect((await verdicts(other)).map((one) => one)).toEqual(
      expected.map((one) => (one === 'vacuous' ? 'forbidden' : one)),
    )
    expect(written(testIn(printProgram(other, program.format)))).toEqual(written(program))
  })
  always('programs of either format', { runs: 40, seed: 3 }, () =>
    fc.property(fc.oneof(programs(ptx75), herdPrograms(ptx75)), (text) => {
      const program = testIn(text)
      const other = testIn(printProgram(program, otherFormat(program)))
      expect(written(testIn(printProgram(other, program.format)))).toEqual(written(program))
    }),
  )
})

describe('text that the other tools of a format cannot read is an error with its place', () => {
  const refusals = (text: string, format: Format) => {
    const result = printForPeers(testIn(text), format)
    return result.ok ? [] : result.diagnostics.map((one) => formatDiagnostic(one).split('\n')[0])
  }
  const herd = (initial: string, cell: string, rest = 'exists (x == 1)') =>
    `PTX t\n{ ${initial} }\n P0@cta 0,gpu 0 ;\n ${cell} ;\n${rest}\n`

  test.each([
    [
      'an initial value',
      herd('x = 1;', 'st.weak x, 1'),
      'spec:2:3: the nvlitmus format of other tools has no initial values other than 0',
    ],
    [
      'a branch',
      herd('', 'goto L ;\n L:', 'exists (true)'),
      'spec:4:2: the nvlitmus format of other tools has no labels and branches',
    ],
    [
      'a barrier',
      herd('', 'bar.cta.sync 1', 'exists (true)'),
      'spec:4:2: the nvlitmus format of other tools has no barriers',
    ],
    [
      'a named barrier',
      herd('', 'bar.sync 1', 'exists (true)'),
      'spec:4:2: the nvlitmus format of other tools has no barriers with phases, as in `bar.sync`',
    ],
    [
      'an initial register',
      herd('x = 0; P0:r = 1;', 'st.weak x, r'),
      'spec:4:13: the nvlitmus format of other tools has no initial values of registers',
    ],
    [
      'a filter',
      herd('x = 0;', 'st.weak x, 1', 'filter (x == 0)\nexists (x == 1)'),
      'spec:5:9: the nvlitmus format of other tools has no filter',
    ],
    [
      'locations',
      herd('x = 0;', 'st.weak x, 1', 'exists (x == 1)\nlocations [x]'),
      'spec:6:12: the nvlitmus format of other tools has no list of locations',
    ],
  ])('nvlitmus: %s', (_, text, message) => expect(refusals(text, 'nvlitmus')).toContain(message))

  test.each([
    [
      'a demanded value',
      '.global x; d0.b0.t0 { ld r, [x] == 1; } check (r == 1) as q;',
      'spec:1:36: the herd-style format of other tools has no values demanded of loads',
    ],
    [
      'a named barrier',
      '.global x; d0.b0.t0 { bar.sync 0; ld r, [x]; } check (r == 1) as q;',
      'spec:1:23: the herd-style format of other tools has no barriers with phases, as in `bar.sync`',
    ],
    [
      'two questions',
      '.global x; d0.b0.t0 { ld r, [x]; } check (r == 1) as q; check (r == 2) as p;',
      'spec:1:57: the herd-style format of other tools has no second question; choose one',
    ],
  ])('herd: %s', (_, text, message) => expect(refusals(text, 'herd')).toContain(message))
})

conformance('herd', (folder) => {
  test('each published test, printed, reads as the same program', () => {
    for (const file of filesBelow(folder, '.litmus')) {
      const [program] = testsIn(textOf(folder, file), file)
      if (program === undefined) throw new Error(`${file} holds no test`)
      expect(bare(testIn(printProgram(program, 'herd')))).toEqual(bare(program))
    }
  })
})

describe.each([
  ['herd', '.litmus'],
  ['nvlitmus', '.test'],
])('published tests of %s', (name, ending) => {
  conformance(name, (folder) => {
    test('decide alike in the other format, and converted back are the same program', async () => {
      for (const file of filesBelow(folder, ending))
        for (const program of testsIn(textOf(folder, file), file)) {
          const other = testIn(printProgram(program, otherFormat(program)))
          expect(await verdicts(other)).toEqual(await verdicts(program))
          expect(written(testIn(printProgram(other, program.format)))).toEqual(written(program))
        }
    })
  })
})
