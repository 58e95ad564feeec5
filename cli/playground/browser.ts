/** The user's browser. */

import { spawn } from 'node:child_process'

/** The command that opens an address, by platform. */
const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
}

/**
 * Opens a page, if something on this machine can. It is not awaited, and its failure is not an error, since the address
 * is printed.
 */
export function openBrowser(address: string): void {
  const [program, ...words] = openers[process.platform] ?? ['xdg-open']
  spawn(program, [...words, address], { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref()
}
