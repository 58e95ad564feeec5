/** Edges from text: a name in the words of diy, the target, and the words for events and fences. */

import { match, P } from 'ts-pattern'
import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import { must } from '../../source/must.js'
import { didYouMeanOneOf } from '../../source/nearest.js'
import { fail, failAll, ok, type Result, then } from '../../source/result.js'
import { type Span, span } from '../../source/text.js'
import { fencedProxies, type Path, type ThreadPlace } from '../sketch.js'
import { type Scope, type Strength, strengthOf } from '../vocabulary.js'
import { type Communication, type Direction, ends, type FenceStep } from './cycle.js'
import { atomicWord, orderWords, pathWords, scopeWords } from './words.js'

/** The words of an edge for the event at one of its ends. */
export interface Said {
  readonly isAtomic: boolean
  readonly path: Path
  readonly order: Strength['order'] | undefined
  readonly scope: Scope | undefined
  readonly place: Span
}

type EdgeKind =
  | { readonly kind: 'communication'; readonly type: Communication; readonly isExternal: boolean }
  | { readonly kind: 'order'; readonly isSame: boolean; readonly isData: boolean }
  | { readonly kind: 'atomic' }

export interface Edge {
  readonly kind: EdgeKind
  readonly from: Direction
  readonly to: Direction
  readonly fences: readonly FenceStep[]
  readonly source: Said | undefined
  readonly target: Said | undefined
  readonly thread: ThreadPlace | undefined
  readonly text: string
  readonly span: Span
}

const names = [
  ...['Rfe', 'Rfi', 'Fre', 'Fri', 'Coe', 'Coi', 'Wse', 'Wsi', 'Amo'],
  ...['Pod', 'Pos'].flatMap((name) => ['RR', 'RW', 'WR', 'WW'].map((directions) => name + directions)),
  ...['DpDatadW', 'DpDatasW'],
]

/** Reads one edge, such as `Rfe@d0.b1+rel+acq.gpu`. Fails on anything that is not an edge or a known word. */
export function readEdge(word: string, place: Span): Result<Edge> {
  const at = (from: number, length: number): Span => span(place.source, place.start + from, place.start + from + length)
  const [, head = '', tail = ''] = /^([^+]*)(.*)$/.exec(word) ?? []
  const [, text = '', where] = /^([^@]*)(@.*)?$/.exec(head) ?? []
  const named = edgeNamed(text)
  if (typeof named === 'string') return fail(diagnostic(named, at(0, text.length)))
  const thread = where === undefined ? undefined : placeFrom(where)
  const wrong: Diagnostic[] = []
  if (where !== undefined && thread === undefined)
    wrong.push(
      diagnostic(
        'expected a place such as `@d0.b1`, GPU 0 and CTA 1; both are at most 999',
        at(text.length, where.length),
      ),
    )
  else if (thread !== undefined && !(named.kind.kind === 'communication' && named.kind.isExternal))
    wrong.push(
      diagnostic(
        'only an edge to another thread says where that thread is',
        at(text.length, head.length - text.length),
      ),
    )
  let from = head.length
  const items =
    tail === ''
      ? []
      : tail
          .slice(1)
          .split('+')
          .map((item) => {
            const read = readItem(item, at(from + 1, item.length))
            from += item.length + 1
            return read
          })
  const parts: Item[] = []
  for (const item of items)
    if (item.ok) parts.push(item.value)
    else wrong.push(...item.diagnostics)
  if (wrong.length > 0) return failAll(wrong)
  return then(scoped(parts), (all) => {
    const fences = all.flatMap((one) => (one.kind === 'fence' ? [one] : []))
    const events = all.flatMap((one) => (one.kind === 'event' ? [one] : []))
    if (fences.length > 0 && named.kind.kind !== 'order')
      return fail(
        diagnostic(
          `a fence is between two instructions of a thread: on an edge such as \`Pod${named.from}${named.to}\``,
          must(fences[0], 'a fence').place,
        ),
      )
    if (events.length > 2)
      return fail(
        diagnostic('an edge has two ends: at most two of its words are not fences', must(events[2], 'a word').place),
      )
    const [source, target = source] = events
    return ok({
      ...named,
      fences: fences.map(({ fence }) => fence),
      source: source?.said,
      target: target?.said,
      thread,
      text: word,
      span: place,
    })
  })
}

function edgeNamed(text: string): Pick<Edge, 'kind' | 'from' | 'to'> | string {
  const [, type, side] = /^(Rf|Fr|Co|Ws)([ei])$/.exec(text) ?? []
  if (type !== undefined) {
    const communication = match(type)
      .returnType<Communication>()
      .with('Rf', () => 'Rf')
      .with('Fr', () => 'Fr')
      .otherwise(() => 'Co')
    const [from, to] = ends[communication]
    return { kind: { kind: 'communication', type: communication, isExternal: side === 'e' }, from, to }
  }
  const [, where, from, to] = /^Po([ds])([RW])([RW])$/.exec(text) ?? []
  if (where !== undefined)
    return {
      kind: { kind: 'order', isSame: where === 's', isData: false },
      from: directionFrom(from),
      to: directionFrom(to),
    }
  const [, data] = /^DpData([ds])W$/.exec(text) ?? []
  if (data !== undefined) return { kind: { kind: 'order', isSame: data === 's', isData: true }, from: 'R', to: 'W' }
  if (text === 'Amo' || text === 'Rmw') return { kind: { kind: 'atomic' }, from: 'R', to: 'W' }
  if (/^Dp(Addr|Ctrl)/.test(text))
    return `\`${text}\`: an address or control dependency orders nothing in PTX; write \`Pod${text.endsWith('R') ? 'RR' : 'RW'}\``
  if (/^(Po|Fr|Rf|Co|Ws)$/.test(text))
    return `\`${text}\` is cut short${didYouMeanOneOf(text, names, `the edges are ${names.join(', ')}`)}`
  return `\`${text}\` is not an edge${didYouMeanOneOf(text, names, `the edges are ${names.join(', ')}`)}`
}

const directionFrom = (text: string | undefined): Direction => (text === 'R' ? 'R' : 'W')

const placeFrom = (text: string): ThreadPlace | undefined => {
  const [, gpu, cta] = /^@d(\d{1,3})\.b(\d{1,3})$/.exec(text) ?? []
  return gpu === undefined ? undefined : { gpu: Number(gpu), cta: Number(cta) }
}

type Item =
  | { readonly kind: 'fence'; readonly fence: FenceStep; readonly place: Span }
  | { readonly kind: 'event'; readonly said: Said | undefined; readonly place: Span }

/** Reads the text between two `+`: a fence, or the attributes of an event. An empty text gives no attributes. */
function readItem(text: string, place: Span): Result<Item> {
  if (text === '') return ok({ kind: 'event', said: undefined, place })
  const words = text.split('.')
  if (words[0] === 'fence') return readFence(words.slice(1), place)
  let isAtomic = false
  let path: Path | undefined
  let order: Strength['order'] | undefined
  let scope: Scope | undefined
  for (const word of words) {
    const [ownPath] = entriesWith(pathWords, word)
    const [ownOrder] = entriesWith(orderWords, word)
    const ownScope = scopeWords.find((one) => one === word)
    const isTwice =
      (ownPath !== undefined && path !== undefined) ||
      (ownOrder !== undefined && order !== undefined) ||
      (ownScope !== undefined && scope !== undefined) ||
      (word === atomicWord && isAtomic)
    if (isTwice)
      return fail(diagnostic(`\`${word}\` is one word too many: an event has one order, scope and path`, place))
    if (ownPath !== undefined) path = ownPath
    else if (ownOrder !== undefined && ownOrder !== 'sc') order = ownOrder
    else if (ownScope !== undefined) scope = ownScope
    else if (word === atomicWord) isAtomic = true
    else
      return fail(
        diagnostic(
          `\`${word}\` is not an order, scope or path${didYouMeanOneOf(word, edgeWords, `the words are ${edgeWords.join(', ')}`)}`,
          place,
        ),
      )
  }
  return ok({ kind: 'event', said: { isAtomic, path: path ?? 'generic', order, scope, place }, place })
}

const edgeWords: readonly string[] = [...Object.values(orderWords), ...Object.values(pathWords)]
  .map(([first]) => first)
  .flatMap((one) => (one === undefined || one === 'sc' ? [] : [one]))
  .concat(atomicWord, scopeWords)

function entriesWith<K extends string>(table: { readonly [key in K]: readonly string[] }, word: string): readonly K[] {
  const entries: K[] = []
  for (const key in table) if (table[key].includes(word)) entries.push(key)
  return entries
}

function readFence(words: readonly string[], place: Span): Result<Item> {
  const wrong = (): Result<never> =>
    fail(diagnostic('expected a fence such as `fence.sc.gpu`, `fence.acq_rel.cta` or `fence.proxy.alias`', place))
  const [first = '', second, ...others] = words
  if (first === 'proxy') {
    const proxy = fencedProxies.find((one) => one === second)
    return proxy === undefined || others.length > 0
      ? wrong()
      : ok({ kind: 'fence', fence: { kind: 'proxy fence', proxy }, place })
  }
  const [order] = entriesWith(orderWords, first)
  const scope = scopeWords.find((one) => one === second)
  if (order === undefined || order === 'weak' || order === 'relaxed' || others.length > 0) return wrong()
  if (second !== undefined && scope === undefined) return wrong()
  return ok({ kind: 'fence', fence: { kind: 'fence', strength: strengthOf(order, scope) }, place })
}

/**
 * Copies a scope that is written once, at the end of the edge, to the items before it. Fails on an order without a
 * scope.
 */
function scoped(items: readonly Item[]): Result<readonly Item[]> {
  let scope: Scope | undefined
  const all: Item[] = []
  const wrong: Diagnostic[] = []
  for (const item of items.toReversed()) {
    const own = match(item)
      .with({ kind: 'fence', fence: { kind: 'fence', strength: P.select() } }, (one) => one.scope)
      .with({ kind: 'event', said: P.nonNullable }, ({ said }) => said.scope)
      .otherwise(() => undefined)
    scope = own ?? scope
    const isMissing = (order: Strength['order'] | undefined): boolean => {
      if (order === undefined || order === 'weak' || scope !== undefined) return false
      wrong.push(
        diagnostic(
          'a scope is missing, such as `.gpu`; a scope at the end of an edge applies to all its words',
          item.place,
        ),
      )
      return true
    }
    if (item.kind === 'fence' && item.fence.kind === 'fence') {
      const { order } = item.fence.strength
      if (!isMissing(order)) all.push({ ...item, fence: { kind: 'fence', strength: strengthOf(order, scope) } })
    } else if (item.kind === 'event' && item.said !== undefined) {
      const { said } = item
      if (said.scope !== undefined && (said.order === undefined || said.order === 'weak'))
        wrong.push(
          diagnostic('only an order has a scope: it is written after the last one, as in `rlx.gpu`', item.place),
        )
      else if (!isMissing(said.order))
        all.push({
          ...item,
          said: { ...said, scope: said.order === undefined || said.order === 'weak' ? undefined : scope },
        })
    } else all.push(item)
  }
  return wrong.length > 0 ? failAll(wrong.toReversed()) : ok(all.toReversed())
}
