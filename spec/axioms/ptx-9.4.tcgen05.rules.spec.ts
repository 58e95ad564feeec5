import { type Open, readModel } from '../../axioms/algebra/cat/read.js'
import type { Model } from '../../axioms/algebra/terms.js'
import { library } from '../../axioms/library.js'
import { must } from '../../source/must.js'
import { onEach } from '../extent.js'
import { proposed, strict } from './ptx-9.4.js'
import {
  after,
  alone,
  arrive,
  before,
  commit,
  cp,
  ld,
  mma,
  program,
  races,
  relaxed,
  shift,
  st,
  tryWait,
  waitLd,
  waitSt,
} from './ptx-9.4.tcgen05.js'

const file = 'ptx-tensor-memory.cat'
const text = must(library.get(file), file)

/** Returns a model whose order of Tensor Memory has some words replaced, which must be in the file once. */
function edited(words: string, by: string, model: Model): Model {
  if (text.split(words).length !== 2) throw new Error(`${file} does not have "${words}" once`)
  const open: Open = (path) => {
    const found = path === file ? text.replace(words, () => by) : library.get(path)
    return found === undefined
      ? { ok: false, reason: 'no such file' }
      : { ok: true, source: { name: path, text: found } }
  }
  const name = `${model.name}.cat`
  const read = readModel({ name, text: must(library.get(name), name) }, open)
  if (!read.ok) throw new Error(read.diagnostics.map(({ message }) => message).join('\n'))
  return { ...read.value, name: model.name }
}

const plain = { free: '', last: '' }
const one = (lines: string): string => alone(lines, { free: '' })
const warps = (first: string, second: string): string => program(first, second, plain)
const lanes = (first: string, second: string): string => program(first, second, { ...plain, thread: 1 })
const clustered = (lines: string): string => lines.replaceAll('d0.b0', 'd0.c0.b0')
const freed = (first: string, second: string): string =>
  program(first, `${second} tcgen05.dealloc.cta_group::1.sync.aligned.b32 t, 64;`, plain)
const meet = 'barrier.cluster.arrive.relaxed; barrier.cluster.wait;'
const together = 'bar.warp.sync 0x3;'
/**
 * The threads of a kernel, of which the first sets a flag for the host, and the second waits for another kernel, which
 * the host then launches.
 */
const relayed = (first: string, second: string): string => {
  const text = warps(
    `${first} st.relaxed.sys.global.u32 [asked], 1;`,
    `H: ld.relaxed.sys.global.u32 seen, [answered]; beq seen, 0, H; ${second}`,
  )
  const [memory = '', ...threads] = text.replace('check (true) as q;', '').split(/(?=d0\.b0\.t)/)
  return [
    `.global .u32 asked; .global .u32 answered; ${memory}`,
    `kernel work { ${threads.join('')} }`,
    'kernel reply { d0.b0.t0 { st.relaxed.sys.global.u32 [answered], 1; } }',
    'host { work<<<1, 160, 0, one>>>(); P: ld.relaxed.sys h, [asked]; beq h, 0, P; reply<<<1, 1, 0, other>>>(); }',
    'check (true) as q;',
  ].join('\n')
}
const ofA = mma('t', '[t+32]')
const scales = cp('t+40', '32x128b.warpx4')
const scaled =
  'mov.u32 j, 0x08840000; tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale.scale_vec::1X [t], da, db, j, [t+32], [t+40], yes;'

type Pair = 'free to racy' | 'racy to free'

/** A rule: words of the file, what they are replaced by, and a program whose answer that changes. */
interface Rule {
  readonly name: string
  readonly words: string
  readonly by: string
  readonly lines: string
  readonly answers: Pair
  readonly model: Model
}

const rule = (
  name: string,
  [words, by = '']: readonly [string, string?],
  lines: string,
  answers: Pair,
  model = proposed,
): Rule => ({ name, words, by, lines, answers, model })

const loaded = `${ld()} ${waitLd}`
const waited = `${tryWait(relaxed)} ${after}`
const product = `${mma()} ${commit()}`
const reusing = '[TMMA_D | TCP | TCP4 | TSHIFT]'
const afterRead = (words: string, again: string): Rule =>
  rule(
    `pairs 1 to 3: ${words.replaceAll(/[[\]]/g, '')} left out`,
    [reusing, words],
    one(`${ofA} ${again}`),
    'free to racy',
  )
const inOneWarp = 'po | swarp & syncbar'
const passingOn = '(tensor_within | tensor_address) & copied-before'
const ofThreads = '[WAIT]; po; [TBEFORE]; execution-order; [TAFTER]; po; issue'

const rules: readonly Rule[] = [
  rule(
    'execution order: program order',
    ['(po | observation', '(observation'],
    warps(product, `${waited} ${loaded}`),
    'free to racy',
  ),
  rule(
    'execution order: observation',
    ['po | observation', 'po'],
    warps(product, `${waited} ${loaded}`),
    'free to racy',
  ),
  rule(
    'execution order: barriers',
    [' | syncbar | clusterbar', ' | clusterbar'],
    warps(`${product} ${tryWait(relaxed)} bar.sync 2;`, `bar.sync 2; ${after} ${loaded}`),
    'free to racy',
  ),
  rule(
    'execution order: barriers of a cluster',
    [' | clusterbar | api', ' | api'],
    clustered(warps(`${product} ${tryWait(relaxed)} ${meet}`, `${meet} ${after} ${loaded}`)),
    'free to racy',
  ),
  rule(
    'execution order: calls of the host',
    [' | clusterbar | api', ' | clusterbar'],
    relayed(`${loaded} ${before}`, `${after} ${mma()}`),
    'free to racy',
  ),
  rule(
    'issue: one warp',
    ['swarp & ((po', '((po'],
    warps(`${cp('t+32')} ${before} ${arrive()}`, `${tryWait()} ${after} ${ofA}`),
    'racy to free',
  ),
  rule(
    'issue: program order',
    [inOneWarp, 'swarp & syncbar'],
    lanes(`${cp('t+32')} ${together}`, `${together} ${ofA}`),
    'free to racy',
    strict,
  ),
  rule(
    'issue: barriers of the warp',
    [inOneWarp, 'po'],
    lanes(`${cp('t+32')} ${together}`, `${together} ${ofA}`),
    'free to racy',
    strict,
  ),
  rule(
    'issue: synchronisation of the warp',
    [' | ordered-without-fences & base-cause | fenced-issue', ' | fenced-issue'],
    lanes(`${cp('t+32')} ${arrive()}`, `${tryWait()} ${ofA}`),
    'free to racy',
  ),
  rule(
    'issue: fences',
    [' | fenced-issue)', ')'],
    lanes(`${cp('t+32')} ${before} ${arrive(relaxed)}`, `${waited} ${ofA}`),
    'free to racy',
  ),
  rule(
    'issue: the first fence',
    ['po; [TBEFORE]; execution-order; [TAFTER]; po; [ISSUE]', 'execution-order; [TAFTER]; po; [ISSUE]'],
    lanes(`${cp('t+32')} ${arrive(relaxed)}`, `${waited} ${ofA}`),
    'racy to free',
  ),
  rule(
    'issue: the second fence',
    ['[TBEFORE]; execution-order; [TAFTER]; po; [ISSUE]', '[TBEFORE]; execution-order; [ISSUE]'],
    lanes(`${cp('t+32')} ${before} ${arrive(relaxed)}`, `${tryWait(relaxed)} ${ofA}`),
    'racy to free',
  ),
  rule(
    'copies: the same address',
    ['same-cells & ([TCP]', '([TCP]'],
    one(`${cp('t+36', '128x128b')} ${ofA}`),
    'racy to free',
    strict,
  ),
  rule(
    'copies pass on from within',
    [passingOn, 'tensor_address & copied-before'],
    one(`${cp('t+36', '128x128b')} ${ofA} ${cp('t+36', '128x128b')}`),
    'free to racy',
  ),
  rule(
    'copies pass on from the same cell',
    [passingOn, 'tensor_within & copied-before'],
    one(`${scales} ${scaled} ${scales}`),
    'free to racy',
  ),
  rule(
    'copies do not pass on from other cells',
    [passingOn, 'copied-before'],
    one(`${cp('t+36')} ${ofA} ${cp('t+36')}`),
    'racy to free',
  ),
  afterRead('[TCP | TCP4 | TSHIFT]', mma('t+32')),
  afterRead('[TMMA_D | TCP4 | TSHIFT]', cp('t+32')),
  afterRead('[TMMA_D | TCP | TSHIFT]', cp('t+32', '4x256b')),
  afterRead('[TMMA_D | TCP | TCP4]', shift('t+32')),
  rule(
    'pairs 4 to 6',
    ['  | tensor_address & tensor_shape & ([TMMA_D]; issued-before; [TMMA_D])\n'],
    one(`${mma()} ${mma()}`),
    'free to racy',
  ),
  rule(
    'pairs 4 to 6: the same address',
    ['tensor_address & tensor_shape & (', 'tensor_shape & ('],
    one(`${mma()} ${mma('t+8')}`),
    'racy to free',
  ),
  rule(
    'pairs 4 to 6: the same shape',
    ['tensor_address & tensor_shape & (', 'tensor_address & ('],
    one(`${mma()} mov.u32 i, 0x08080010; ${mma()}`),
    'racy to free',
  ),
  rule('pair 7', ['pipelined+ | copied-before |', 'pipelined+ |'], one(`${cp('t+36')} ${ofA}`), 'free to racy'),
  rule(
    'pair 8',
    ['[TCP4 | TSHIFT]; issued-before; [TMMA_A]', '[TSHIFT]; issued-before; [TMMA_A]'],
    one(`${cp('t+32', '4x256b')} ${ofA}`),
    'free to racy',
  ),
  rule(
    'pair 9',
    ['[TCP4 | TSHIFT]; issued-before; [TMMA_A]', '[TCP4]; issued-before; [TMMA_A]'],
    one(`${shift('t+32')} ${ofA}`),
    'free to racy',
  ),
  rule('pair 10', ['  | [TSHIFT]; issued-before; [TCP4]\n'], one(`${shift()} ${cp('t', '4x256b')}`), 'free to racy'),
  rule(
    'pair 11',
    ['[TST]; issued-before; [TLD | TST]', '[TST]; issued-before; [TST]'],
    one(`${st()} ${ld()}`),
    'free to racy',
  ),
  rule(
    'pair 12',
    ['[TST]; issued-before; [TLD | TST]', '[TST]; issued-before; [TLD]'],
    one(`${st()} ${st()}`),
    'free to racy',
  ),
  rule('pair 13', ['\n  | [TLD]; issued-before; [TST]'], one(`${ld()} ${st()}`), 'free to racy'),
  rule(
    'pairs follow each other',
    ['let tensor-order = pipelined+', 'let tensor-order = pipelined'],
    one(`${cp('t+32')} ${ofA} ${cp('t+32')}`),
    'free to racy',
  ),
  rule(
    'waits of the thread',
    ['po; (issue; [TMEM] | [TMEM])', 'po; [TMEM]'],
    one(`${loaded} ${mma()}`),
    'free to racy',
    strict,
  ),
  rule(
    'waits of the thread, before it frees cells',
    ['po; (issue; [TMEM] | [TMEM])', 'po; issue; [TMEM]'],
    alone(loaded),
    'free to racy',
    strict,
  ),
  rule(
    'commit',
    ['    [TMEM]; completed; [MBAR]; execution-order; [TAFTER]; po; issue; [TMEM]\n  |', '   '],
    warps(product, `${waited} ${loaded}`),
    'free to racy',
  ),
  rule(
    'commit: the fence',
    ['[MBAR]; execution-order; [TAFTER]; po; issue', '[MBAR]; execution-order; issue'],
    warps(product, `${tryWait(relaxed)} ${loaded}`),
    'racy to free',
  ),
  rule(
    'wait, for other threads',
    [`  | [TMEM]; completed; ${ofThreads}; [TMEM]\n`],
    warps(`${waited} ${mma()}`, `${loaded} ${before} ${arrive(relaxed)}`),
    'free to racy',
  ),
  rule(
    'wait, for other threads: the first fence',
    [ofThreads, ofThreads.replace('po; [TBEFORE]; ', '')],
    warps(`${waited} ${mma()}`, `${loaded} ${arrive(relaxed)}`),
    'racy to free',
  ),
  rule(
    'wait, for other threads: the second fence',
    [ofThreads, ofThreads.replace('[TAFTER]; po; ', '')],
    warps(`${tryWait(relaxed)} ${mma()}`, `${loaded} ${before} ${arrive(relaxed)}`),
    'racy to free',
  ),
  rule(
    'freeing after a commit',
    ['    [TMEM]; completed; [MBAR]; execution-order; [TMEM]\n  |', '   '],
    freed('', `${product} ${tryWait(relaxed)}`),
    'free to racy',
  ),
  rule(
    'freeing after a wait',
    ['\n  | [TMEM]; completed; [WAIT]; po; [TBEFORE]; execution-order; [TMEM]'],
    freed(`${loaded} ${before} ${arrive(relaxed)}`, tryWait(relaxed)),
    'free to racy',
  ),
  rule(
    'freeing after a wait: the fence',
    ['[WAIT]; po; [TBEFORE]; execution-order; [TMEM]', '[WAIT]; execution-order; [TMEM]'],
    freed(`${loaded} ${arrive(relaxed)}`, tryWait(relaxed)),
    'racy to free',
  ),
  rule(
    'the standard model',
    ['completed-and-fenced | completed-before)', 'completed-and-fenced)'],
    warps(product, `${tryWait()} ${loaded}`),
    'free to racy',
  ),
  rule(
    'the standard model: where a model takes it',
    ['ordered-without-fences & ([TMEM]', '([TMEM]'],
    warps(product, `${tryWait()} ${loaded}`),
    'racy to free',
    strict,
  ),
  rule(
    'what a warp issues later',
    ['; issued-before?'],
    lanes(`${product} ${waited} ${cp('t+48')} ${together}`, `${together} ${cp()}`),
    'free to racy',
  ),
  rule(
    'completions follow each other',
    ['after-completion+ |', 'after-completion |'],
    warps(`${st()} ${waitSt} ${mma('t+32')} ${commit()}`, `${waited} ${loaded}`),
    'free to racy',
  ),
  rule(
    'completions, then freeing',
    ['after-completion*; before-freeing', 'before-freeing'],
    freed(`${st()} ${waitSt} ${mma('t+32')} ${commit()}`, tryWait(relaxed)),
    'free to racy',
  ),
]

/** A push takes some of the rules. */
const sample = (all: readonly Rule[]) => all.filter((_, i) => i % 5 === 0)

onEach(
  'each part of the order decides',
  { all: rules, sample, least: 5 },
  async ({ words, by, lines, answers, model }) => {
    const [whole, without] = answers.split(' to ')
    expect(await races(lines, [model])).toBe(whole)
    expect(await races(lines, [edited(words, by, model)])).toBe(without)
  },
)
