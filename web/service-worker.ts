/** Serves the page from what it has loaded, so that it works without a network. */

export {}

/** The part of the scope of a service worker that is used here; the types of browsers lack it beside those of pages. */
interface Scope {
  readonly registration: { readonly scope: string }
  skipWaiting(): Promise<void>
  readonly clients: { claim(): Promise<void> }
  addEventListener(
    type: 'install' | 'activate',
    listen: (event: { waitUntil(work: Promise<unknown>): void }) => void,
  ): void
  addEventListener(
    type: 'fetch',
    listen: (event: { readonly request: Request; respondWith(response: Promise<Response>): void }) => void,
  ): void
}

declare const self: Scope
/** Set when the page is built: a new build has a new cache. */
declare const BUILD: string
/** The scripts that the page and its worker start with. */
declare const SCRIPTS: readonly string[]

const files = ['./', ...SCRIPTS, 'style.css', 'examples.json', 'cadical.wasm']

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))

self.addEventListener('activate', (event) => {
  const fill = async () => {
    for (const name of await caches.keys()) if (name !== BUILD) await caches.delete(name)
    await self.clients.claim()
    await (await caches.open(BUILD)).addAll(files)
  }
  event.waitUntil(fill())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method === 'GET' && request.url.startsWith(self.registration.scope)) event.respondWith(served(request))
})

/** Returns the network's answer and caches it; without a network, returns the cached one. */
async function served(request: Request): Promise<Response> {
  const cache = await caches.open(BUILD)
  try {
    const response = await fetch(request, request.mode === 'navigate' ? {} : { cache: 'no-cache' })
    if (response.ok) await cache.put(request, response.clone())
    return response
  } catch (error) {
    const known = await cache.match(request)
    if (known !== undefined) return known
    throw error
  }
}
