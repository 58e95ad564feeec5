/**
 * Makes the static site in dist/site, or in the folder that is named: the pages for users as HTML, and the playground
 * in `playground/`. Links to what is not a page lead to the repository of package.json.
 */

import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Marked } from 'marked'
import { gfmHeadingId } from 'marked-gfm-heading-id'

const root = fileURLToPath(new URL('..', import.meta.url))
const target = resolve(root, process.argv[2] ?? 'dist/site')
const textOf = (file) => readFileSync(join(root, file), 'utf8')
const { name, description, version, homepage, repository } = JSON.parse(textOf('package.json'))
/** The pages of files in the repository: what GitHub shows. */
const files = `${repository.url.replace(/^git\+|\.git$/g, '')}/blob/v${version}`

const inDocs = readdirSync(join(root, 'docs'), { recursive: true }).map((file) => posix.join('docs', file))
const pages = [
  'README.md',
  'axioms/README.md',
  'BENCHMARKS.md',
  'CHANGELOG.md',
  ...inDocs.filter((file) => file.endsWith('.md')),
]
const pictures = inDocs.filter((file) => file.endsWith('.svg'))

/** Returns the place of a page in the site. The README is its first page. */
const placeOf = (page) =>
  page
    .replace(/^README\.md$/, 'index.html')
    .replace(/README\.md$/, 'index.html')
    .replace(/\.md$/, '.html')

/** Returns the address in the site of what a page links to. */
function addressOf(href, page) {
  if (href.startsWith(homepage)) {
    const place = href.slice(homepage.length).replace('/#', '/index.html#')
    return posix.relative(posix.dirname(placeOf(page)), place)
  }
  if (/^[a-z]+:|^#/.test(href)) return href
  const [path, heading] = href.split('#')
  const file = posix.join(posix.dirname(page), path)
  if (pictures.includes(file)) return href
  if (!pages.includes(file)) return `${files}/${file}`
  const place = posix.relative(posix.dirname(placeOf(page)), placeOf(file))
  return heading === undefined ? place : `${place}#${heading}`
}

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const titleOf = (page) => /^# (.*)$/m.exec(textOf(page))?.[1] ?? name

/** Returns a page as a document, with links to the first page, to the playground and to the repository. */
function documentOf(page) {
  const marked = new Marked(gfmHeadingId(), {
    walkTokens: (token) => {
      if (token.type === 'link' || token.type === 'image') token.href = addressOf(token.href, page)
    },
  })
  const top = posix.relative(posix.dirname(placeOf(page)), '.') || '.'
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>${escaped(page === 'README.md' ? name : `${titleOf(page)}: ${name}`)}</title>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="description" content="${escaped(description)}" />
    <link rel="stylesheet" href="${top}/site.css" />
  </head>
  <body>
    <nav><a href="${top}/index.html">${name} ${version}</a> <a href="${top}/playground/index.html">Playground</a> <a href="${files}">Source</a></nav>
    <main>
${marked.parse(textOf(page))}    </main>
  </body>
</html>
`
}

rmSync(target, { recursive: true, force: true })
for (const page of pages) {
  const place = join(target, placeOf(page))
  mkdirSync(dirname(place), { recursive: true })
  writeFileSync(place, documentOf(page))
}
for (const picture of pictures) cpSync(join(root, picture), join(target, picture))
cpSync(join(root, 'web/site.css'), join(target, 'site.css'))
cpSync(join(root, 'dist/web'), join(target, 'playground'), {
  recursive: true,
  filter: (file) => !file.endsWith('.last-build.json'),
})
console.log(`${relative('', target)}: ${pages.length} pages and the playground`)
