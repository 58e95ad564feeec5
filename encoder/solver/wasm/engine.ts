/**
 * The part of the engine's WebAssembly API that this project uses. Node's types lack it, since those of browsers have
 * it.
 */

/** A compiled module, which can be sent to other threads. */
export interface Compiled {
  readonly [Symbol.toStringTag]: string
}

export type Exports = Readonly<Record<string, unknown>>
export type Imports = Readonly<Record<string, Exports>>

export interface Instance {
  readonly exports: Exports
}

export interface Table {
  readonly length: number
  grow(by: number): number
  set(index: number, value: unknown): void
}

interface Engine {
  readonly compile: (bytes: Uint8Array) => Promise<Compiled>
  readonly validate: (bytes: Uint8Array) => boolean
  readonly Module: {
    new (bytes: Uint8Array): Compiled
    imports(module: Compiled): readonly { readonly name: string }[]
    exports(module: Compiled): readonly { readonly name: string }[]
  }
  readonly Instance: new (module: Compiled, imports?: Imports) => Instance
  readonly Table: new (shape: { readonly initial: number; readonly element: string }) => Table
}

declare const WebAssembly: Engine
export const engine = WebAssembly
