/** What the values are that nothing is known about, in words. */

import type { EventGraph, UnknownValue } from '../encoder/events/event.js'
import { bytesName } from '../encoder/events/names.js'
import { threadAt } from '../litmus/program.js'
import { formatPlace } from '../source/diagnostic.js'
import { must } from '../source/must.js'
import { writtenAt } from '../source/text.js'

export interface UnknownOf {
  /** Undefined for memory. */
  readonly thread: string | undefined
  /** An instruction as written, a register, or bytes of memory. */
  readonly what: string
  /** Of the instruction, the thread or the declaration. */
  readonly place: string
}

/** Where such a value comes from. */
export function unknownOf({ program }: Pick<EventGraph, 'program'>, value: UnknownValue): UnknownOf {
  if (value.from === 'memory') {
    const { location, element } = value
    const { name, type } = must(program.locations[location], 'a location')
    const bytes = type.width / 8
    const { span } = must(
      program.variables.find((one) => one.name === name),
      'a variable',
    )
    const what = bytesName(program, { location, offset: element * bytes, bytes })
    return { thread: undefined, what, place: formatPlace(span) }
  }
  const { name, span, instructions } = threadAt(program.threads, value.thread)
  if (value.from === 'register') return { thread: name, what: value.register, place: formatPlace(span) }
  const at = must(instructions[value.instruction], 'the instruction of a value').span
  return { thread: name, what: writtenAt(at), place: formatPlace(at) }
}
