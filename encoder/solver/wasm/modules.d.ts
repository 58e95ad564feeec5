/** The WebAssembly modules of `invoke.wat` and `copy.wat`, which build.mjs assembles. */
export declare const invoke: Uint8Array
export declare const copy: Uint8Array
