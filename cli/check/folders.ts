/** Waits for changes in folders. */

import { type FSWatcher, readdirSync, realpathSync, statSync, watch } from 'node:fs'
import { dirname, join } from 'node:path'
import { ok, type Result } from '../../source/result.js'
import { attemptToRead, ifThere } from '../input/system.js'

export interface Folders {
  /**
   * Starts to follow changes in the folders of these paths, and in all folders below those that are folders. Fails with
   * the system's errors.
   */
  readonly follow: (paths: readonly string[]) => Result<undefined>
  /** Resolves soon after a change: at once if there was one since the last time. False if it was aborted. */
  readonly changed: (signal: AbortSignal) => Promise<boolean>
  readonly close: () => void
}

/**
 * The time in milliseconds during which further changes may follow the first: editors write a file in several steps.
 */
const pause = 50

/** Creates a watcher, which watches no folder yet. */
export function watchedFolders(): Folders {
  /** The watchers by path and inode, since another folder may replace one. */
  const watchers = new Map<string, FSWatcher>()
  let isChanged = false
  let heard = (): void => undefined
  const hear = (): void => {
    isChanged = true
    heard()
  }
  const start = (key: string, folder: string): void => {
    const watcher = ifThere(() => watch(folder, hear))
    watcher?.on('error', hear)
    if (watcher !== undefined) watchers.set(key, watcher)
    // It may have changed before, or is gone again.
    hear()
  }
  return {
    follow: (paths) =>
      attemptToRead('--watch', () => {
        const wanted = new Map([...new Set(paths.flatMap(foldersOf))].map((folder) => [keyOf(folder), folder]))
        for (const [key, watcher] of watchers)
          if (!wanted.has(key)) {
            watcher.close()
            watchers.delete(key)
          }
        for (const [key, folder] of wanted) if (!watchers.has(key)) start(key, folder)
        return ok(undefined)
      }),
    changed: (signal) =>
      new Promise((resolve) => {
        let timer: NodeJS.Timeout | undefined
        const end = (how: boolean): void => {
          clearTimeout(timer)
          signal.removeEventListener('abort', abort)
          heard = () => undefined
          isChanged = false
          resolve(how)
        }
        const abort = (): void => end(false)
        heard = () => {
          timer ??= setTimeout(() => end(true), pause)
        }
        signal.addEventListener('abort', abort)
        if (signal.aborted) abort()
        else if (isChanged) heard()
      }),
    close: () => {
      for (const watcher of watchers.values()) watcher.close()
      watchers.clear()
    },
  }
}

const keyOf = (folder: string): string => `${folder} ${statSync(folder, { throwIfNoEntry: false })?.ino}`

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

/**
 * Returns the folder of a path, or all folders below it; the next one above if there is none; for a link, also the
 * folder of its target.
 */
const foldersOf = (path: string): readonly string[] =>
  isFolder(path) ? withBelow(path) : [path, linked(path)].map((one) => nearest(dirname(one)))

function linked(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

const nearest = (folder: string): string =>
  isFolder(folder) || dirname(folder) === folder ? folder : nearest(dirname(folder))

/** Tests are looked for in the same folders. */
const withBelow = (folder: string): readonly string[] => [
  folder,
  ...(ifThere(() => readdirSync(folder, { withFileTypes: true })) ?? [])
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules')
    .flatMap(({ name }) => withBelow(join(folder, name))),
]
