/** Inserted waits for mbarriers, in words and as the source at hand would write them. */

import type { Mbarrier } from '../litmus/instructions/mbarriers.js'
import { sourceLine } from '../source/source-line.js'

/** Returns the wait with the name of its result as the text will have it. */
export const nameless = (one: Mbarrier): Mbarrier => ({ ...one, destination: one.destination?.split(' ')[0] })

/**
 * Returns whether the source writes an arrival that discards its state and the wait for it, right behind, as one call.
 */
export const isOneCall = ({ waitsFor, span }: Mbarrier, isBehind: boolean): boolean =>
  isBehind &&
  waitsFor?.parity === false &&
  /^(?:\(void\)\s*)?[\w\]]+(?:\.|->)arrive\(\)/.test(sourceLine(span)?.text ?? '')

/**
 * Returns the wait in CUDA C++. `isBehind` says that it comes right behind the arrival, whose span it has. A state that
 * the source discards needs a name.
 */
export function waitInCuda(one: Mbarrier, isBehind: boolean): readonly string[] {
  const { waitsFor, scope, span } = one
  const line = sourceLine(span)?.text ?? ''
  const [call, object = '', dot = '.'] = /([\w\]]+)(\.|->)arrive\(\)/.exec(line) ?? []
  if (call !== undefined && waitsFor?.parity === false) {
    const [, token] = /(\w+)\s*=\s*[\w\]]+(?:\.|->)arrive\(\)/.exec(line) ?? []
    if (token !== undefined) return [`${object}${dot}wait(std::move(${token}))`]
    const together = line.replace(/\(void\)\s*/, '').replace('arrive()', 'arrive_and_wait()')
    return isOneCall(one, isBehind)
      ? [`${together} in place of ${line}`]
      : [`auto token = ${call}, and here ${object}${dot}wait(std::move(token))`]
  }
  if (call !== undefined) return [`${object}${dot}wait_parity(${parityOf(waitsFor)})`]
  const [, given] = /\bmbarrier_arrive\w*\s*\((?:\s*[\w:]+\s*,){0,3}?\s*(&[\w.>[\]-]+)/.exec(line) ?? []
  const order = `cuda::ptx::sem_acquire, cuda::ptx::scope_${scope ?? 'cta'}, ${given ?? '&bar'}`
  return waitsFor?.parity === true
    ? [`while (!cuda::ptx::mbarrier_try_wait_parity(${order}, ${parityOf(waitsFor)})) {}`]
    : [`while (!cuda::ptx::mbarrier_try_wait(${order}, state)) {}, with the state that the arrival returns`]
}

const parityOf = (waitsFor: Mbarrier['waitsFor']): string =>
  waitsFor?.value.kind === 'integer' ? `${waitsFor.value.value}` : 'parity'
