import { closeSync, mkdtempSync, openSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ofWatcher, watching } from '../../../cli/console/watcher.js'

/** Returns what a watcher writes while this thread is busy, once it has written so many lines. */
function written(lines: number, times: readonly number[], advice: number, before = ''): string {
  const path = join(mkdtempSync(join(tmpdir(), 'watcher-')), 'log')
  const descriptor = openSync(path, 'a')
  try {
    const watcher = watching({ descriptor, times, advice, before })
    watcher.show('deciding k.cu …')
    watcher.advise('hint: fewer')
    const read = (): string => readFileSync(path, 'utf8')
    const end = Date.now() + 30_000
    while (read().split('\n').length <= lines && Date.now() < end);
    watcher.show('')
    return read()
  } finally {
    closeSync(descriptor)
  }
}

test('what takes long is said while the thread is busy, again and again', () => {
  const log = written(4, [100, 200], 1_000_000)
  expect(log).toMatch(/^(\d+ s: deciding k\.cu …\n){4,}$/)
  expect(log.replace(ofWatcher, '')).toBe('')
})

test('advice is said once', () => {
  expect(written(3, [100, 600], 300)).toMatch(/^\d+ s: deciding k\.cu …\nhint: fewer\n\d+ s: deciding k\.cu …\n/)
})

test('on a terminal, which shows progress itself, advice clears its line', () => {
  expect(written(1, [], 100, '<clear>')).toBe('<clear>hint: fewer\n')
})
