/** z3's WebAssembly. */

/** Its address, with the digest of what is there. Set when the page is built. */
declare const Z3: string

/** It is compiled while it comes, where the browser and the host permit that; undefined where it cannot be loaded. */
export async function compiledZ3(): Promise<WebAssembly.Module | undefined> {
  if (typeof WebAssembly === 'undefined') return undefined
  try {
    return await WebAssembly.compileStreaming(fetch(Z3))
  } catch {
    // An old browser, or a host that says it is of another type.
    return fetch(Z3)
      .then((response) => (response.ok ? response.arrayBuffer() : Promise.reject(new Error(response.statusText))))
      .then((bytes) => WebAssembly.compile(bytes))
      .catch(() => undefined)
  }
}
