/**
 * A substitute for VS Code with everything that the client needs to start: what it requests exists and does nothing,
 * and what it registers is recorded.
 */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { compileFunction } from 'node:vm'
import * as z from 'zod'

/** The actions of an extension. */
export interface Editor {
  /** The functions of VS Code that it has called, such as `languages.registerHoverProvider`. */
  readonly called: Set<string>
  /** The texts that it wrote or showed. */
  readonly messages: readonly string[]
  /** Changes settings, and waits until the extension has reacted. */
  readonly change: (settings: Readonly<Record<string, unknown>>) => Promise<void>
  /** Removes what the extension has registered, as VS Code does when it closes. */
  readonly close: () => Promise<void>
}

const extension = z.object({
  activate: z.custom<(context: object) => Promise<void>>((one) => typeof one === 'function'),
})

/** Activates the extension in a folder, with the settings given. */
export async function activated(folder: string, first: Readonly<Record<string, unknown>>): Promise<Editor> {
  let settings = first
  const listeners: ((change: object) => unknown)[] = []
  const called = new Set<string>()
  const messages: string[] = []
  const subscriptions: { readonly dispose: () => unknown }[] = []

  /** Returns an object that is a function, a class, and a namespace of such objects. */
  const nothing = (name: string): object =>
    new Proxy(class {}, {
      get: (target, key) => {
        if (key === 'prototype') return target.prototype
        if (key === Symbol.toPrimitive) return () => name
        return typeof key === 'symbol' || key === 'then' || key === 'toJSON' ? undefined : nothing(`${name}.${key}`)
      },
      apply: () => {
        called.add(name)
        return nothing(`${name}()`)
      },
    })
  const among = (name: string, known: object): object =>
    new Proxy(known, {
      get: (target, key) =>
        Reflect.has(target, key) ? Reflect.get(target, key) : nothing(`${name}${name === '' ? '' : '.'}${String(key)}`),
    })
  const say = (...words: readonly unknown[]): void => void messages.push(words.map(String).join(' '))
  const vscode = among('', {
    version: '1.91.0',
    env: { appName: 'spec', language: 'en' },
    EventEmitter: Emitter,
    window: among('window', {
      showErrorMessage: async (text: string) => say(text),
      createOutputChannel: () => among('channel', { error: say, warn: say, append: say, appendLine: say }),
    }),
    workspace: among('workspace', {
      textDocuments: [
        among('document', { languageId: 'ptx-test', fileName: '/own.test', version: 1, getText: () => '' }),
      ],
      notebookDocuments: [],
      workspaceFolders: undefined,
      onDidChangeConfiguration: (listener: (change: object) => unknown) => {
        listeners.push(listener)
        return { dispose: () => undefined }
      },
      getConfiguration: () => ({ get: (name: string, other: unknown) => settings[name] ?? other }),
    }),
  })

  const path = join(folder, 'dist/extension.cjs')
  const real = createRequire(path)
  const module = { exports: {} }
  const run = compileFunction(readFileSync(path, 'utf8'), ['require', 'module', 'exports'], { filename: path })
  run((name: string) => (name === 'vscode' ? vscode : real(name)), module, module.exports)
  const asAbsolutePath = (inside: string): string => join(folder, inside)
  await extension.parse(module.exports).activate({ subscriptions, asAbsolutePath })
  return {
    called,
    messages,
    change: async (next) => {
      settings = next
      for (const listener of listeners) await listener({ affectsConfiguration: () => true })
    },
    close: async () => {
      for (const one of subscriptions.toReversed()) await one.dispose()
    },
  }
}

/** VS Code's class of events, which `new` returns. */
function Emitter() {
  const listeners = new Set<(event: unknown) => unknown>()
  return {
    event: (listener: (event: unknown) => unknown, self?: unknown) => {
      const own = listener.bind(self)
      listeners.add(own)
      return { dispose: () => listeners.delete(own) }
    },
    fire: (event: unknown) => {
      for (const listener of listeners) listener(event)
    },
    dispose: () => listeners.clear(),
  }
}
