/** The options of pictures, as commands have them. */

import type { Drawn } from '../view.js'
import { roomOf } from './labels.js'

/** Returns how executions are drawn: as wide as that many characters, or with the usual width. */
export const executionPicture = ({
  width,
  whole,
}: {
  readonly width?: number | undefined
  readonly whole: boolean
}): Drawn => ({ isWhole: whole, ...(width === undefined ? {} : { room: roomOf(width) }) })
