/** The numbers of the windows of generic addresses, and the window in which an address lies. */

import type { Window } from './regions.js'

/** The window that state spaces other than global memory have, by its number: bits 32 and up of a generic address. */
export const windows = {
  forwards: { global: 0x7f5an, shared: 0x7e01n, local: 0x7e02n, const: 0x7e03n },
  // Each bit differs, as it does in the rest of the address.
  backwards: { global: 0x80a5n, shared: 0x81fen, local: 0x81fdn, const: 0x81fcn },
} as const

/** Returns the window in which an address lies, if it is in one. */
export const windowOf = (address: bigint): Window | undefined =>
  address < firstAddress
    ? undefined
    : allWindows.find((window) => Object.values(windows).some((numbers) => address >> 32n === numbers[window]))

/** No window begins below it. Most numbers are smaller. */
const firstAddress = 1n << 32n

export const allWindows: readonly Window[] = ['global', 'shared', 'local', 'const']
