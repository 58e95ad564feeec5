import { kernelOf } from '../../../../bench/machine-code/table/codes.js'
import { loopRows } from '../../../../bench/machine-code/table/loops.js'
import { inputs, sections } from '../../../../bench/machine-code/table/rows.js'
import { moduleOf, pieceOf } from '../../../../hardware/machine-code/module.js'
import { describedInstruction, knownOpcodes, wordsAfter } from '../../../../litmus/instructions/mnemonics.js'

const rows = sections.flatMap((section) => section.rows)

/** The sections of the ISA with instructions that access memory or synchronise. */
const synchronising = [
  'Asynchronous Copy',
  'Asynchronous Warpgroup Level Matrix Multiply-Accumulate Instructions',
  'Data Movement and Conversion Instructions',
  'Parallel Synchronization and Communication Instructions',
  'TensorCore 5th Generation Family Instructions',
]

/** What the table leaves out: computations and hints, second names, and products, whose operands are descriptors. */
const leftOut = new Set(
  [
    'mov prmt cvta isspacep mapa getctarank createpolicy prefetchu applypriority elect movmatrix activemask',
    'setmaxnreg.dec setmaxnreg.inc mbarrier.pending_count clusterlaunchcontrol.query_cancel',
    'cold ldc fence.alias bar.cta.sync bar.cta.arrive bar.cta.red barrier.cta.sync barrier.cta.arrive barrier.cta.red',
    'barrier.red mbarrier.init.b64 mbarrier.inval.b64 mbarrier.expect_tx.b64 mbarrier.complete_tx.b64',
    'cp.async.ca.shared.global cp.async.cg.shared.global',
    'wmma.load wmma.store wmma.mma wgmma.mma_async wgmma.mma_async.sp tcgen05.mma tcgen05.mma.sp tcgen05.mma.ws',
    'tcgen05.cp tcgen05.shift tcgen05.dealloc tcgen05.relinquish_alloc_permit',
  ].flatMap((some) => some.split(' ')),
)

test('the table has each instruction of the language that accesses memory or synchronises', () => {
  const text = rows.map(({ name, lines }) => [name, ...lines].join(' ')).join(' ')
  const missing = knownOpcodes
    .flatMap((opcode) => [opcode, ...wordsAfter(opcode).map((word) => `${opcode}.${word}`)])
    .filter((name) => synchronising.includes(describedInstruction(name)?.section ?? ''))
    .filter((name) => !text.includes(name) && !leftOut.has(name))
  expect(missing).toEqual([])
})

test('each row has a name of its own within its section, and cycles where they are measured', () => {
  for (const { title, rows: own } of sections)
    expect([title, new Set(own.map(({ name }) => name)).size]).toEqual([title, own.length])
  expect(rows.find(({ name }) => name === 'fence.acq_rel.gpu')?.cycles).toBeGreaterThan(0)
  expect(rows.find(({ name }) => name === 'mbarrier.init')?.cycles).toBe(undefined)
})

test('a kernel of a row declares what the row reads, and stores its result', () => {
  for (const [index, row] of [...rows, ...loopRows].entries()) {
    const { text } = moduleOf([pieceOf(kernelOf(row, index))], '9.5', 'sm_90a')
    expect([row.name, /%[\d=]/.test(text)]).toEqual([row.name, false])
    for (const input of inputs) expect(text).toContain(`.reg .b64 ${input};`)
    expect([row.name, text.includes('st.global.b32 [results_of_thread+0], result;')]).toEqual([
      row.name,
      row.lines.some((line) => /\bresult\b/.test(line)),
    ])
  }
})
