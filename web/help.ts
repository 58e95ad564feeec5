/** The documentation, where the page is served: the document that the address names, as `help.html#docs/fix.md#audit`. */

import { Marked } from 'marked'
import { gfmHeadingId } from 'marked-gfm-heading-id'
import { byId } from './page/dom.js'

/** The address that the documents give for the page, and that of files which are not among them; set by the build. */
declare const PLAYGROUND: string
declare const FILES: string

const loaded: unknown = await (await fetch('docs.json')).json()
const documents: ReadonlyMap<string, unknown> = new Map(Object.entries(loaded ?? {}))
/** Returns the text of a document or a picture; empty if there is none of that name. */
const textOf = (name: string): string => String(documents.get(name) ?? '')
const shown = byId('document', HTMLElement)

/** Returns the file that a link in a document leads to, and the heading in it. */
function targetOf(href: string, document: string): readonly [file: string, heading: string] {
  const { pathname, hash } = new URL(href, `https://documents/${document}`)
  return [pathname.slice(1), hash]
}

/** Returns the address here of what a document links to. */
function addressOf(href: string, document: string): string {
  if (href.startsWith(PLAYGROUND)) return `./${href.slice(PLAYGROUND.length)}`
  if (/^[a-z]+:/.test(href)) return href
  const [file, heading] = targetOf(href, document)
  return documents.has(file) ? `#${file}${heading}` : `${FILES}/${file}`
}

/** Returns the address of a picture, which is its text: the page loads none from elsewhere. */
const pictureAt = (href: string, document: string): string =>
  `data:image/svg+xml,${encodeURIComponent(textOf(targetOf(href, document)[0]))}`

function show(): void {
  const [name = '', heading = ''] = decodeURIComponent(location.hash.slice(1)).split('#')
  const document = documents.has(name) ? name : 'docs/playground.md'
  const marked = new Marked(gfmHeadingId(), {
    walkTokens: (token) => {
      if (token.type === 'link') token['href'] = addressOf(String(token['href']), document)
      if (token.type === 'image') token['href'] = pictureAt(String(token['href']), document)
    },
  })
  const made = marked.parse(textOf(document), { async: false })
  shown.replaceChildren(...new DOMParser().parseFromString(made, 'text/html').body.childNodes)
  globalThis.document.title = `ptx-litmus: ${shown.querySelector('h1')?.textContent ?? name}`
  const place = heading === '' ? undefined : globalThis.document.getElementById(heading)
  if (place === undefined) scrollTo(0, 0)
  else place?.scrollIntoView()
}

addEventListener('hashchange', show)
show()
