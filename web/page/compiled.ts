/** z3's WebAssembly. */

/** The address of the compiled z3, with the digest of its content. Set when the page is built. */
declare const Z3: string

/**
 * Loads z3, and compiles it while it is being downloaded if the browser and the host permit that; undefined if it
 * cannot be loaded.
 */
export async function compiledZ3(): Promise<WebAssembly.Module | undefined> {
  if (typeof WebAssembly === 'undefined') return undefined
  try {
    return await WebAssembly.compileStreaming(fetch(Z3))
  } catch {
    // This happens if the browser is old, or if the host sends another media type.
    return fetch(Z3)
      .then((response) => (response.ok ? response.arrayBuffer() : Promise.reject(new Error(response.statusText))))
      .then((bytes) => WebAssembly.compile(bytes))
      .catch(() => undefined)
  }
}
