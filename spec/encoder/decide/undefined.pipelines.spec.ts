import { bruteForce } from '../../../encoder/decide/brute.js'
import { decide } from '../../../encoder/decide/decide.js'
import { readTests } from '../../../litmus/read.js'
import { formatDiagnostic } from '../../../source/diagnostic.js'
import { assumptionReportOf } from '../../../witness/assumptions.js'
import { proposed } from '../../axioms/ptx-9.4.js'
import * as tensor from '../../axioms/ptx-9.4.tcgen05.js'
import * as group from '../../axioms/ptx-9.4.wgmma.js'
import { mostCandidates } from '../../extent.js'
import { solver, testIn } from '../../support.js'

/**
 * What the manual (PTX ISA 9.4) says of the instructions of pipelines with "undefined", "illegal", "must" or "all
 * threads", and how a program that violates it is answered: the problems of its undefined behaviour, each once; or
 * *error* with words of the message; or *not covered* or *assumed* with words of the reason. The last program keeps
 * to the rule.
 */
type Rule = readonly [section: string, sentence: string, expected: string, wrong: string, right: string]

async function answerTo(text: string): Promise<string> {
  const { diagnostics } = readTests({ name: 'spec', text })
  if (diagnostics.length > 0) return `error: ${diagnostics.map(formatDiagnostic).join('; ')}`
  const program = testIn(text)
  const { answers, graph } = decide(program, await solver(), { model: proposed, liveness: false })
  const brute = bruteForce(program, proposed, { most: Math.min(mostCandidates, 50) })
  const problemsOf = (some: typeof answers | typeof brute.answers): readonly string[] => {
    const [one] = some
    const found = one?.undefined.kind === 'known' ? one.undefined.found : []
    return [...new Set(found.map((each) => ('problem' in each ? each.problem : each.reason)))].toSorted()
  }
  const problems = problemsOf(answers)
  if (brute.listed === 'all') expect(problemsOf(brute.answers)).toEqual(problems)
  const [answer] = answers
  if (answer?.verdict.kind === 'not covered') return `not covered: ${answer.verdict.reason}`
  const assumed = assumptionReportOf(graph).assumptions ?? []
  return problems.length > 0 ? problems.join(', ') : assumed.map(({ what }) => `assumed: ${what}`).join('; ')
}

const memory = `.shared .align 128 .b8 m[1024]; .shared .b64 bar; .shared .b32 where; .shared .b32 where2;
  .global .align 128 .b8 g[512]; .global .u32 a[8]; .global .tensormap map = tensor(a, {8}, {4});`
const one = (lines: string): string => `${memory} d0.b0.t0 { ${lines} } check (true) as q;`
/** Two lanes of a warp. */
const lanes = (first: string, second: string): string =>
  `${memory} d0.b0.t0 { ${first} } d0.b0.t1 { ${second} } check (true) as q;`
/** Two CTAs of a cluster, which wait for each other at the end. */
const meet = 'barrier.cluster.arrive; barrier.cluster.wait;'
const ctas = (first: string, second = '', last = meet): string =>
  `${memory} d0.c0.b0.t0 { ${first} ${last} } d0.c0.b1.t0 { ${second} ${meet} } check (true) as q;`

const values = (...registers: readonly string[]): string => registers.map((name) => `mov.u32 ${name}, 0;`).join(' ')
const load = (at = 'p', words = 'x1', to = '{r}'): string =>
  `ldmatrix.sync.aligned.m8n8.${words}.shared.b16 ${to}, [${at}];`
const store = (at = 'p'): string => `stmatrix.sync.aligned.m8n8.x1.shared.b16 [${at}], {r};`
const operands = values('x0', 'x1', 'y0', 'd0', 'd1', 'd2', 'd3')
const multiply = (types = 'f32.f16.f16.f32'): string =>
  `${operands} mma.sync.aligned.m16n8k8.row.col.${types} {d0, d1, d2, d3}, {x0, x1}, {y0}, {d0, d1, d2, d3};`
const sparse = `${operands} ${values('e')} mma.sp.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {d0, d1, d2, d3}, {x0, x1}, {x0, x1}, {d0, d1, d2, d3}, e, 0;`
const fragment = '{r0, r1, r2, r3, r4, r5, r6, r7}'
const wmmaLoad = (at = 'p', stride: number | string = 16): string =>
  `wmma.load.a.sync.aligned.row.m16n16k16.shared.f16 ${fragment}, [${at}], ${stride};`
const point = (offset = 0): string => `mov.u64 p, m; add.u64 p, p, ${offset};`

const { commit, fence, wait, warpgroup, whole } = group
const wgmma = (words: string): string => `${fence} wgmma.mma_async.sync.aligned.${words} ${commit} ${wait()}`
const other = (lines: string): string => ` d0.b0.t1 { ${group.describe} ${lines} }`
const registers = (count: number): string => `setmaxnreg.dec.sync.aligned.u32 ${count};`
const warps = 'bar.sync 1, 128;'

const alloc = (columns: number | string = 64, where = 'where'): string =>
  `tcgen05.alloc.cta_group::1.sync.aligned.b32 [${where}], ${columns};`
const read = 'ld.shared.u32 t, [where];'
const free = (columns: number | string = 64, at = 't'): string =>
  `tcgen05.dealloc.cta_group::1.sync.aligned.b32 ${at}, ${columns};`
const life = (lines: string): string => `${alloc()} ${read} ${lines} ${free()}`
/** The lines of each of two lanes that allocate together. */
const both = (first: string, second = first): string =>
  lanes(
    ...([first, second].map((each) => `${values('i')} ${alloc()} bar.warp.sync 3; ${read} ${each} ${free()}`) as [
      string,
      string,
    ]),
  )
const { alone, cp, ld, mma, shift, st, tryWait, waitLd, waitSt } = tensor
const ended = `${tensor.commit()} ${tryWait()}`
const product = (kind: string, rest = '', a = 'da'): string =>
  alone(`tcgen05.mma.${kind.replace('KIND', 'cta_group::1.kind')} [t], ${a}, db, i, yes${rest}; ${ended}`)
const paired = (text: string): string => text.replaceAll('cta_group::1', 'cta_group::2')

const init = 'mbarrier.init.shared.b64 [bar], 1;'
const tries = (at = 'm', bar = 'bar', space = '.shared::cta'): string =>
  `clusterlaunchcontrol.try_cancel.async${space}.mbarrier::complete_tx::bytes.b128 [${at}], [${bar}]; ${init.replace('init', 'arrive.expect_tx').replace('[bar], 1', '_, [bar], 16').replace('mbarrier.arrive.expect_tx', 'mbarrier.arrive.expect_tx.relaxed.cluster')} ${tryWait('.acquire.cluster')}`
const tile = (to = 'm', map = 'map', space = 'shared::cta'): string =>
  `${init} mbarrier.arrive.expect_tx.shared.b64 _, [bar], 16; cp.async.bulk.tensor.1d.${space}.global.tile.mbarrier::complete_tx::bytes [${to}], [${map}, {0}], [bar]; ${tryWait()}`
const bulk = (to: string, from: string, size: number | string): string =>
  `${init} mbarrier.arrive.expect_tx.shared.b64 _, [bar], 16; cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [${to}], [${from}], ${size}, [bar]; ${tryWait()}`

const matrices: readonly Rule[] = [
  [
    '9.7.16.5',
    'ldmatrix: "matrix addresses must be naturally aligned"',
    'access',
    one(`${point(8)} ${load()}`),
    one(`${point(16)} ${load()}`),
  ],
  [
    '9.7.16.5',
    'ldmatrix: "if the generic address does not fall in .shared, the behavior is undefined"',
    'access',
    one('mov.u64 p, g; ldmatrix.sync.aligned.m8n8.x1.b16 {r}, [p];'),
    one('mov.u64 p, m; ldmatrix.sync.aligned.m8n8.x1.b16 {r}, [p];'),
  ],
  [
    '9.7.16.5',
    'ldmatrix: "all threads must execute the same instruction"',
    'ended lane',
    lanes(`${point()} ${load()}`, ''),
    lanes(`${point()} ${load()}`, `${point(16)} ${load()}`),
  ],
  [
    '9.7.16.5',
    'ldmatrix: "undefined if all threads do not use the same qualifiers"',
    'other mask',
    lanes(`${point()} ${load()}`, `${point()} ${load('p', 'x1.trans')}`),
    lanes(`${point()} ${load()}`, `${point()} ${load()}`),
  ],
  [
    '9.7.16.5',
    'ldmatrix: `.aligned` is mandatory',
    'error: write `ldmatrix.sync.aligned`',
    one(`${point()} ${load().replace('.aligned', '')}`),
    one(`${point()} ${load()}`),
  ],
  [
    '9.7.16.5',
    'stmatrix: "matrix addresses must be naturally aligned"',
    'access',
    one(`${values('r')} ${point(8)} ${store()}`),
    one(`${values('r')} ${point(16)} ${store()}`),
  ],
  [
    '9.7.16.5',
    'stmatrix: the address is in .shared',
    'access',
    one(`${values('r')} mov.u64 p, g; stmatrix.sync.aligned.m8n8.x1.b16 [p], {r};`),
    one(`${values('r')} mov.u64 p, m; stmatrix.sync.aligned.m8n8.x1.b16 [p], {r};`),
  ],
  [
    '9.7.16.5',
    'stmatrix: "or if any thread in the warp has exited"',
    'ended lane',
    lanes(`${values('r')} ${point()} ${store()}`, ''),
    lanes(`${values('r')} ${point()} ${store()}`, `${values('r')} ${point(16)} ${store()}`),
  ],
  [
    '9.7.16.5',
    'movmatrix: "all threads in the warp must execute the same instruction"',
    'ended lane',
    lanes(`${values('r')} movmatrix.sync.aligned.m8n8.trans.b16 r, r;`, ''),
    one(`${values('r')} movmatrix.sync.aligned.m8n8.trans.b16 r, r;`),
  ],
  [
    '9.7.16.5',
    'mma: "or if any thread in the warp has exited"',
    'ended lane',
    lanes(multiply(), ''),
    lanes(multiply(), multiply()),
  ],
  [
    '9.7.16.5',
    'mma: "undefined if all threads do not use the same qualifiers"',
    'other mask',
    lanes(multiply(), multiply('f32.bf16.bf16.f32')),
    lanes(multiply(), multiply()),
  ],
  [
    '9.7.16.6',
    'mma.sp: other values of the metadata "result in undefined behavior"',
    'assumed: the metadata of a sparse matrix',
    one(sparse),
    one(multiply()),
  ],
  [
    '9.7.16.4',
    'wmma.load: "all threads must have the same values of p and stride"',
    'other operands',
    lanes(`${point()} ${wmmaLoad()}`, `${point(32)} ${wmmaLoad()}`),
    lanes(`${point()} ${wmmaLoad()}`, `${point()} ${wmmaLoad()}`),
  ],
  [
    '9.7.16.4',
    'wmma.load: the address of each row is aligned',
    'access',
    one(`${point()} ${wmmaLoad('p', 20)}`),
    one(`${point()} ${wmmaLoad('p', 32)}`),
  ],
  [
    '9.7.16.4',
    'wmma.load: the address is aligned',
    'access',
    one(`${point(8)} ${wmmaLoad()}`),
    one(`${point(32)} ${wmmaLoad()}`),
  ],
  [
    '9.7.16.4',
    'wmma.load: the stride is at least the length of a row',
    'not covered: its stride is less',
    one(`${point()} ${wmmaLoad('p', 8)}`),
    one(`${point()} ${wmmaLoad('p', 16)}`),
  ],
]

const warpgroups: readonly Rule[] = [
  [
    '9.7.17.5.2',
    'wgmma.fence "must be used to fence the register accesses … otherwise, the behavior is undefined"',
    'not fenced',
    warpgroup(`${fence} mov.u32 d0, 1; ${group.multiply()} ${commit} ${wait()}`),
    warpgroup(`mov.u32 d0, 1; ${whole}`),
  ],
  [
    '9.7.17.5.2',
    '"The contents of a matrix descriptor must be same across all the warps"',
    'other descriptor',
    warpgroup('', { last: `${fence} ${group.multiply(undefined, 'desc2')} ${commit} ${wait()}`, others: whole }),
    warpgroup(whole),
  ],
  [
    '9.7.17.5.2',
    '"The valid values of imm-trans are 0 and 1"',
    'error: `imm-trans-a` is 0 or 1',
    warpgroup(wgmma('m64n8k16.f32.f16.f16 {d0, d1, d2, d3}, desc, desc, 1, 1, 1, 2, 0;')),
    warpgroup(whole),
  ],
  [
    '9.7.17.5.2',
    '"The transpose operation is only supported for .f16/.bf16"',
    'error: operands given',
    warpgroup(wgmma('m64n8k8.f32.tf32.tf32 {d0, d1, d2, d3}, desc, desc, 1, 1, 1, 1, 0;')),
    warpgroup(wgmma('m64n8k8.f32.tf32.tf32 {d0, d1, d2, d3}, desc, desc, 1, 1, 1;')),
  ],
  [
    '9.7.17.5.2',
    '"The valid values of imm-scale are -1 and 1"',
    'error: `imm-scale-a` is -1 or 1',
    warpgroup(wgmma('m64n8k16.f32.f16.f16 {d0, d1, d2, d3}, desc, desc, 1, 2, 1, 0, 0;')),
    warpgroup(whole),
  ],
  [
    '9.7.17.5.2',
    'wgmma.mma_async: "all threads in the warpgroup must execute the same instruction": a lane',
    'other mask',
    warpgroup(whole, {}, other(`${fence} ${commit} ${wait()}`)),
    warpgroup(whole, {}, other(whole)),
  ],
  [
    '9.7.17.1',
    'a warpgroup is "a set of four contiguous warps"',
    'no warpgroup',
    `${warpgroup('').replace(/d0\.b0\.t32.*?check/s, 'check')}`.replace('}', `${whole} }`),
    warpgroup(whole),
  ],
  [
    '9.7.17.6',
    'wgmma.mma_async.sp: other values of the metadata are undefined',
    'assumed: the metadata of a sparse matrix',
    warpgroup(
      `${values('e')} ${wgmma('m64n8k32.f32.f16.f16 {d0, d1, d2, d3}, desc, desc, e, 0, 1, 1, 1, 0, 0;').replace('mma_async.', 'mma_async.sp.')}`,
    ),
    warpgroup(whole),
  ],
  [
    '9.7.17.7.1',
    'wgmma.fence: "before the first wgmma.mma_async"',
    'no fence',
    warpgroup(`${group.multiply()} ${commit} ${wait()}`),
    warpgroup(whole),
  ],
  [
    '9.7.17.7.1',
    'wgmma.fence: "except accumulator register accesses … of the same shape"',
    'not fenced',
    warpgroup(
      `${fence} ${group.multiply()} wgmma.mma_async.sync.aligned.m64n16k16.f32.f16.f16 {d0, d1, d2, d3, d4, d5, d6, d7}, desc, desc, 1, 1, 1, 0, 0; ${commit} ${wait()}`,
    ).replaceAll('[256]', '[512]'),
    warpgroup(`${fence} ${group.multiply()} ${group.multiply()} ${commit} ${wait()}`),
  ],
  [
    '9.7.17.7.1',
    'wgmma.fence: "all threads in the warpgroup must execute the same": a warp',
    'apart',
    warpgroup(`${fence} ${commit}`, { others: fence }),
    warpgroup(`${fence} ${commit}`),
  ],
  [
    '9.7.17.7.2',
    'wgmma.commit_group: "all threads in the warpgroup must execute the same": a warp',
    'apart',
    warpgroup(fence, { others: commit }),
    warpgroup(`${fence} ${commit}`),
  ],
  [
    '9.7.17.7.3',
    'wgmma.wait_group: "Operand N is an integer constant"',
    'error: an integer in the text',
    warpgroup('mov.u32 n, 0; wgmma.wait_group.sync.aligned n;'),
    warpgroup(wait()),
  ],
  [
    '9.7.17.7.3',
    'wgmma.wait_group: "Accessing the accumulator register … is undefined behavior"',
    'register in use',
    warpgroup(`${fence} ${group.multiply()} ${commit} add.u32 r, d0, 1; ${wait()}`),
    warpgroup(`${whole} add.u32 r, d0, 1;`),
  ],
  [
    '9.7.17.7.3',
    'wgmma.wait_group: "all threads in the warpgroup must execute the same": another number',
    'apart',
    warpgroup(fence, { last: wait(1), others: wait() }),
    warpgroup(`${fence} ${wait()}`),
  ],
  [
    '9.7.21.5',
    'setmaxnreg: "not executed by all warps in the warpgroup"',
    'apart',
    warpgroup('', { last: registers(64) }),
    warpgroup(registers(64)),
  ],
  [
    '9.7.21.5',
    'setmaxnreg: "the same instruction must be executed by all warps"',
    'apart',
    warpgroup('', { last: registers(64), others: registers(56) }),
    warpgroup(registers(64)),
  ],
  [
    '9.7.21.5',
    'setmaxnreg: "all warps in the warpgroup must synchronize explicitly before" the next',
    'not synchronised',
    warpgroup(`${registers(64)} ${registers(56)}`),
    warpgroup(`${registers(64)} ${warps} ${registers(56)}`),
  ],
  [
    '9.7.21.5',
    'setmaxnreg: "in the range 24 to 256 … a multiple of 8"',
    'error: a multiple of 8 from 24 to 256',
    warpgroup(registers(60)),
    warpgroup(registers(64)),
  ],
]

const allocations: readonly Rule[] = [
  [
    '9.7.18.7',
    'alloc: "if the address does not fall within .shared::cta, the behavior is undefined": global memory',
    'access',
    one(`mov.u64 p, g; ${alloc(64, 'p')} ld.u32 t, [p]; ${free()}`),
    one(`mov.u64 p, where; ${alloc(64, 'p')} ld.u32 t, [p]; ${free()}`),
  ],
  [
    '9.7.18.7',
    'alloc: the same: another CTA',
    'access',
    ctas(`mov.u64 p, where; mapa.u64 p, p, 1; ${alloc(64, 'p')} ld.u32 t, [p]; ${free()}`),
    ctas(`mov.u64 p, where; mapa.u64 p, p, 0; ${alloc(64, 'p')} ld.u32 t, [p]; ${free()}`),
  ],
  [
    '9.7.18.7',
    'alloc: "nCols must be a power of 2, in the range [32, 512]"',
    'columns',
    one(`${alloc(96)} ${read} ${free(96)}`),
    one(life('')),
  ],
  [
    '9.7.18.7',
    'alloc: "The number of columns allocated should not increase"',
    'more columns',
    one(`${alloc(32)} ${alloc(64, 'where2')} ${read} ld.shared.u32 t2, [where2]; ${free(32)} ${free(64, 't2')}`),
    one(`${alloc(64)} ${alloc(32, 'where2')} ${read} ld.shared.u32 t2, [where2]; ${free(64)} ${free(32, 't2')}`),
  ],
  [
    '9.7.18.7',
    'dealloc: "must point to a previous Tensor Memory allocation"',
    'left, no allocation',
    one(`${alloc()} ${read} add.u32 t, t, 32; ${free()}`),
    one(life('')),
  ],
  ['9.7.18.7', '"All of the Tensor Memory … must be explicitly deallocated"', 'left', one(`${alloc()}`), one(life(''))],
  [
    '9.7.18.7',
    '"it is illegal … to perform tcgen05.alloc after … relinquish_alloc_permit"',
    'relinquished',
    one(`${tensor.relinquish} ${life('')}`),
    one(life(tensor.relinquish)),
  ],
  [
    '9.7.18.7',
    '"All tcgen05 instructions within a kernel must specify the same .cta_group"',
    'two groups',
    alone(`tcgen05.commit.cta_group::2.mbarrier::arrive::one.b64 [bar]; ${tryWait()}`),
    alone(`${st()} ${waitSt}`),
  ],
  [
    '9.7.18.7',
    '"undefined if all the threads in the warp do not use the same values of nCols"',
    'other operands',
    lanes(`${alloc(64)} bar.warp.sync 3; ${read} ${free()}`, `${alloc(32)} bar.warp.sync 3; ${read} ${free()}`),
    both(''),
  ],
  [
    '9.7.18.7',
    'dealloc: the same, and one address',
    'other operands',
    lanes(`${alloc()} bar.warp.sync 3; ${read} ${free()}`, `${alloc()} bar.warp.sync 3; ${read} ${free(32)}`),
    both(''),
  ],
  ['9.7.18.7', '"or if any thread in the warp has exited"', 'ended lane', lanes(life(''), ''), both('')],
  [
    '9.7.18.7',
    '"all threads in the warp must execute the same instruction"',
    'other mask',
    lanes(`${alloc()} bar.warp.sync 3; ${read} ${free()}`, `bar.warp.sync 3; ${read} ${free()}`),
    both(''),
  ],
  ['9.7.18.7', 'relinquish_alloc_permit: the same', 'other mask', both(tensor.relinquish, ''), both(tensor.relinquish)],
  [
    '9.7.18.7',
    '"must synchronize Tensor Memory accesses before" dealloc',
    'freed',
    alone(ld()),
    alone(`${ld()} ${waitLd}`),
  ],
  [
    '9.7.18.7',
    '`.exclusive` of 9.4',
    'error: `.exclusive` is refused',
    one(alloc().replace('alloc.', 'alloc.exclusive.')),
    one(life('')),
  ],
  [
    '9.7.18.5',
    'alloc with .cta_group::2: a warp of each CTA',
    'alone',
    paired(ctas(life(meet), `${meet}`, '')),
    paired(ctas(`${alloc()} ${read} ${meet} ${free()}`, `${alloc()} ${read} ${meet} ${free()}`, meet)),
  ],
  [
    '9.7.18.5',
    'mma, cp, shift with .cta_group::2: "the peer CTA should be active and should not have exited"',
    'no peer',
    paired(alone(`${shift()} ${ended}`)),
    alone(`${shift()} ${ended}`),
  ],
]

const accesses: readonly Rule[] = [
  [
    '9.7.18.8.1',
    '"A lane … can be accessed by a single warp in the warpgroup"',
    'quarter',
    alone(`${st('t+0x200000')} ${waitSt}`),
    alone(`${st()} ${waitSt}`),
  ],
  [
    '9.7.18.8.3',
    'ld: "All the threads in the warp must specify the same value of taddr"',
    'other operands',
    both(`${ld()} ${waitLd}`, `add.u32 u, t, 4; ${ld('u')} ${waitLd}`),
    both(`${ld()} ${waitLd}`),
  ],
  [
    '9.7.18.8.3',
    'ld: "all threads in the warp must execute the same instruction"',
    'other mask',
    both(`${ld()} ${waitLd}`, waitLd),
    both(`${ld()} ${waitLd}`),
  ],
  [
    '9.7.18.8.3',
    'ld.red: ".num must be at least .x2"',
    'error: `.x1` has no meaning',
    one(life('tcgen05.ld.red.sync.aligned.32x32b.x1.min.u32 {r0}, r2, [t];')),
    one(life(`tcgen05.ld.red.sync.aligned.32x32b.x2.min.u32 {r0, r1}, r2, [t]; ${waitLd}`)),
  ],
  [
    '9.7.18.8.4',
    'st: "All the threads in the warp must specify the same value of taddr"',
    'other operands',
    both(`${st()} ${waitSt}`, `add.u32 u, t, 4; ${st('u')} ${waitSt}`),
    both(`${st()} ${waitSt}`),
  ],
  [
    '9.7.18.8.5',
    'wait: "all threads in the warp must execute the same instruction"',
    'other mask',
    both(`${ld()} ${waitLd}`, ld()),
    both(`${ld()} ${waitLd}`),
  ],
  [
    '9.7.18.9.2',
    'cp: "Some of the .shape qualifiers require certain .multicast qualifiers"',
    'error: is written with `.warpx2::02_13`',
    alone(cp('t', '64x128b')),
    alone(`${cp('t', '64x128b.warpx2::02_13')} ${ended}`),
  ],
  [
    '9.7.18.9.2',
    'cp: the descriptor is of shared memory',
    'access',
    alone(`mov.u64 da, 0x0000400100000000; ${cp()} ${ended}`),
    alone(`${cp()} ${ended}`),
  ],
  [
    '9.7.18.9.3',
    'shift: "The lane of taddr must be aligned to 32"',
    'lane',
    alone(`${shift('t+0x50000')} ${ended}`),
    alone(`${shift('t+0x200000')} ${ended}`),
  ],
  [
    '9.7.18.4',
    'a matrix descriptor has a mode of swizzling',
    'swizzling',
    alone(`or.b64 da, da, 0x6000000000000000; ${mma()} ${ended}`),
    alone(`${mma()} ${ended}`),
  ],
  [
    '9.7.18.10.10',
    'mma: "The valid range of scale-input-d is [0, 15]"',
    'error: an integer from 0 to 15',
    product('KIND::f16', ', 16'),
    product('KIND::f16', ', 15'),
  ],
  [
    '9.7.18.10.10',
    'mma: "scale-input-d is only valid for .kind::tf32 and .kind::f16"',
    'error: has no `scale-input-d`',
    product('KIND::i8', ', 1'),
    product('KIND::tf32', ', 1').replace('0x08040010', '0x08040010'),
  ],
  [
    '9.7.18.10.10',
    'mma: "illegal to specify .collector::a::use or ::fill along with .ashift"',
    'error: exclude each other',
    product('KIND::f16.ashift.collector::a::fill', '', '[t+32]'),
    product('KIND::f16.ashift.collector::a::lastuse', '', '[t+32]'),
  ],
  [
    '9.7.18.10.10',
    'mma: collector "requires a previous fill … to be still valid"',
    'assumed: which an earlier one has filled',
    product('KIND::f16.collector::a::use'),
    product('KIND::f16.collector::a::fill'),
  ],
  [
    '9.7.18.10.9',
    'mma.sp: other values of the metadata "result in undefined behavior"',
    'assumed: the metadata of a sparse matrix',
    alone(`mov.u32 i, 0x08040014; tcgen05.mma.sp.cta_group::1.kind::f16 [t], da, db, [t+32], i, yes; ${ended}`).replace(
      'b[512]',
      'b[1024]',
    ),
    alone(`${mma()} ${ended}`),
  ],
  [
    '9.7.18.10.10',
    'mma: disable-output-lane has 4 or 8 elements',
    'error: has 4 registers with `.cta_group::1`, not 2',
    alone('tcgen05.mma.cta_group::1.kind::f16 [t], da, db, i, {i, i}, yes;'),
    alone(`tcgen05.mma.cta_group::1.kind::f16 [t], da, db, i, {i, i, i, i}, yes; ${ended}`),
  ],
  [
    '9.7.18.12.1',
    'commit: "If mbar does not fall within .shared::cluster the behavior is undefined"',
    'not initialised',
    one(life(`mov.u64 p, g; ${tensor.commit('p')}`)),
    one(life(`${init} mov.u64 p, bar; ${tensor.commit('p')} ${tryWait()}`)),
  ],
  [
    '9.7.18.12.1',
    'commit: a CTA of ctaMask that does not exist',
    'no such CTA',
    ctas(`${init} ${life(`${tensor.commit().replace('.b64 [bar]', '.multicast::cluster.b64 [bar], 4')}`)}`),
    ctas(
      `${init} ${life(`${tensor.commit().replace('.b64 [bar]', '.multicast::cluster.b64 [bar], 1')} ${tryWait()}`)}`,
    ),
  ],
  [
    '9.7.18.12.1',
    '`.sync_restrict` of 9.4',
    'error: the completion of the reads of one matrix alone',
    alone('tcgen05.commit.cta_group::1.mbarrier::arrive::one.sync_restrict::shared::read::mma::a.b64 [bar];'),
    alone(`${st()} ${waitSt}`),
  ],
]

const launches: readonly Rule[] = [
  [
    '9.7.15.18',
    'try_cancel: "undefined if … operands do not fall within .shared::cta": the response',
    'access',
    one(`mov.u64 p, g; mov.u64 b, bar; ${init} ${tries('p', 'b', '')}`),
    one(`mov.u64 p, m; mov.u64 b, bar; ${init} ${tries('p', 'b', '')}`),
  ],
  [
    '9.7.15.18',
    'try_cancel: the same: another CTA',
    'access',
    ctas(`${init} mov.u64 p, m; mapa.u64 p, p, 1; mov.u64 b, bar; ${tries('p', 'b', '')}`),
    ctas(`${init} mov.u64 p, m; mapa.u64 p, p, 0; mov.u64 b, bar; ${tries('p', 'b', '')}`),
  ],
  [
    '9.7.15.18',
    'try_cancel: "naturally aligned address of the 16-byte wide … location"',
    'access',
    one(`${init} ${point(8)} ${tries('p')}`),
    one(`${init} ${point(16)} ${tries('p')}`),
  ],
  ['9.7.15.18', 'try_cancel: a valid mbarrier', 'not initialised', one(tries()), one(`${init} ${tries()}`)],
]

const copies: readonly Rule[] = [
  [
    '9.7.10.28',
    'cp.async.bulk.tensor: the destination is aligned to 128 bytes',
    'access',
    one(`${point(16)} ${tile('p')}`),
    one(`${point(128)} ${tile('p')}`),
  ],
  [
    '9.7.10.28',
    'cp.async.bulk.tensor: the destination is shared memory',
    'access',
    one(`mov.u64 p, 0x100000; ${tile('p')}`),
    one(`${point()} ${tile('p')}`),
  ],
  [
    '9.7.10.28',
    'cp.async.bulk: the addresses are aligned to 16 bytes',
    'access',
    one(`${point(8)} ${bulk('p', 'g', 16)}`),
    one(`${point(16)} ${bulk('p', 'g', 16)}`),
  ],
]

describe.each([
  ['matrices of a warp', matrices],
  ['warpgroups', warpgroups],
  ['Tensor Memory: allocation', allocations],
  ['Tensor Memory: accesses', accesses],
  ['cancelled launches', launches],
  ['copies', copies],
] as const)('%s', (_, rules) => {
  test.each(rules)('%s, %s', async (_, __, expected, wrong, right) => {
    const [kind, ...words] = expected.split(': ')
    const found = await answerTo(wrong)
    if (words.length === 0) expect(found).toBe(kind)
    else expect(found).toMatch(new RegExp(`^${kind}: .*${escaped(words.join(': '))}`, 's'))
    const kept = await answerTo(right)
    expect(kept).toMatch(/^(assumed: |$)/)
    if (kind === 'assumed') expect(kept).not.toContain(words.join(': '))
  })
})

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
