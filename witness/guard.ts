/**
 * The conditions under which an event is executed, as text over the values of reads, `e4 == 1`, and over barriers that
 * are passed, `passes e5`.
 */

import { type EventGraph, returns } from '../encoder/events/graph/event.js'
import type { BitsOperator, BitsRelation } from '../encoder/values/arithmetic.js'
import type { Expression, Predicate } from '../encoder/values/expression.js'
import { phaseIn } from '../encoder/values/mbarriers.js'
import { must } from '../source/must.js'
import { eventName, typeOf, valueText } from './event.js'

const operators: { readonly [K in BitsOperator]: string } = {
  add: '+',
  sub: '-',
  mul: '*',
  'div-signed': '/',
  'div-unsigned': '/u',
  'rem-signed': '%',
  'rem-unsigned': '%u',
  'shift-left': '<<',
  'shift-right-signed': '>>',
  'shift-right-unsigned': '>>u',
  'bit-and': '&',
  'bit-or': '|',
  'bit-xor': '^',
}
const relations: { readonly [K in BitsRelation]: string } = { equal: '==', 'less-signed': '<', 'less-unsigned': '<u' }

type Compare = Extract<Predicate, { kind: 'compare' }>

/** Deeper parts are left out, since shared parts would be written again and again. */
const deepest = 6

/**
 * Returns the guard of an event of that graph as text; a read represents the value that it returns, and numbers are
 * signed if they are compared with a signed value.
 */
export function guardText(guard: Predicate, graph: EventGraph): string {
  const { program, events } = graph
  const typeReturned = (id: number): ReturnType<typeof typeOf> => {
    const event = must(events[id], 'what returns a value')
    if (!returns(event)) throw new Error(`event ${id} returns nothing`)
    return event.kind === 'barrier' ? event.returned.type : typeOf(event, program)
  }
  return predicateText(guard, 0)

  function predicateText(predicate: Predicate, depth: number): string {
    if (depth > deepest) return '…'
    switch (predicate.kind) {
      case 'true':
      case 'false':
        return predicate.kind
      case 'passes':
        return `passes ${eventName(predicate.barrier)}`
      case 'compare': {
        const { relation, left, right } = predicate
        const inWords = phaseText(predicate, 'is in') ?? patienceText(predicate)
        if (inWords !== undefined) return inWords
        const signed =
          relation === 'equal' ? (isSigned(left, depth) ?? isSigned(right, depth) ?? true) : relation === 'less-signed'
        return `${expressionText(left, signed, depth + 1)} ${relations[relation]} ${expressionText(right, signed, depth + 1)}`
      }
      case 'not':
        if (predicate.of.kind === 'compare') {
          const ended = phaseText(predicate.of, 'has ended')
          if (ended !== undefined) return ended
        }
        return `not (${predicateText(predicate.of, depth + 1)})`
      case 'and':
      case 'or':
        return predicate.of
          .map((one) => `(${predicateText(one, depth + 1)})`)
          .join(predicate.kind === 'and' ? ' && ' : ' || ')
    }
  }

  /** Writes `e5 is in phase 0` or `e5 has ended the phase of parity 1` for a read of an mbarrier. */
  function phaseText({ relation, left, right }: Compare, is: 'is in' | 'has ended'): string | undefined {
    const [object, asked] = [phaseOfRead(left), phaseOfRead(right)]
    if (relation !== 'equal' || object === undefined) return undefined
    const { parity } = object
    if (asked !== undefined) return `${object.name} ${is} the phase of ${asked.name}`
    if (right.kind !== 'constant') return undefined
    return `${object.name} ${is} ${parity ? 'the phase of parity' : 'phase'} ${right.value}`
  }

  function phaseOfRead(value: Expression): { readonly name: string; readonly parity: boolean } | undefined {
    const phase = phaseIn(value)
    if (phase?.object.kind !== 'read' || !events[phase.object.event]?.sets.includes('MBAR')) return undefined
    return { name: eventName(phase.object.event), parity: phase.parity }
  }

  /** Returns whether a `try_wait` goes on until the phase has ended. */
  function patienceText({ relation, left, right }: Compare): string | undefined {
    if (relation !== 'equal' || left.kind !== 'unknown' || right.kind !== 'constant') return undefined
    if (graph.unknowns[left.id]?.from !== 'patience') return undefined
    return `wait ${left.id} ${right.value === 1n ? 'does not give up' : 'gives up'}`
  }

  function expressionText(value: Expression, signed: boolean, depth: number): string {
    if (depth > deepest) return '…'
    const deeper = (one: Expression, by: boolean = signed) => expressionText(one, by, depth + 1)
    switch (value.kind) {
      case 'constant':
        return valueText(value.value, { width: value.width, signed }, graph)
      case 'read':
        return eventName(value.event)
      case 'unknown':
        return `unknown ${value.id}`
      case 'operation': {
        const { operator, left, right } = value
        const by = operator === 'div-signed' || (operator !== 'div-unsigned' && signed)
        return `(${deeper(left, by)} ${operators[operator]} ${deeper(right, by)})`
      }
      case 'choice':
        return `(if ${predicateText(value.when, depth + 1)} then ${deeper(value.then)} else ${deeper(value.otherwise)})`
      case 'resize':
        return deeper(value.of, value.signed)
    }
  }

  /**
   * Returns whether a value is signed, judging by the first read from which it is computed; undefined if there is none.
   */
  function isSigned(value: Expression, depth: number): boolean | undefined {
    if (depth > deepest) return undefined
    const deeper = (one: Expression) => isSigned(one, depth + 1)
    switch (value.kind) {
      case 'constant':
      case 'unknown':
        return undefined
      case 'read':
        return typeReturned(value.event).signed
      case 'operation':
        return deeper(value.left) ?? deeper(value.right)
      case 'choice':
        return deeper(value.then) ?? deeper(value.otherwise)
      case 'resize':
        return value.signed
    }
  }
}
