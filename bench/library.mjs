/**
 * Writes the reference in docs/library.md from the exports of index.ts and node.ts, their declarations and comments:
 * `npm run library`. With `--check` it writes nothing, and fails if the page is out of date or an export has no comment.
 */

import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  isArrowFunction,
  isExportDeclaration,
  isFunctionDeclaration,
  isNamedExports,
  isVariableDeclaration,
} from 'typescript/unstable/ast'
import { API } from 'typescript/unstable/sync'

const root = fileURLToPath(new URL('..', import.meta.url))
const page = `${root}docs/library.md`
/** The marker after which this program writes the page. */
const begin = '<!-- npm run library writes what follows. -->\n'

const api = new API({ cwd: root })
const [project] = api.updateSnapshot({ openProject: `${root}tsconfig.build.json` }).getProjects()
const { program, checker } = project

/** Returns the sections of an entry: the comment before a group of exports, and what the group exports. */
function sectionsOf(entry) {
  const file = program.getSourceFile(`${root}${entry}`)
  const symbols = new Map(checker.getExportsOfModule(checker.getSymbolAtLocation(file)).map((one) => [one.name, one]))
  const sections = []
  for (const statement of file.statements.filter(isExportDeclaration)) {
    const [, title] = /^\/\/ (.*)$/m.exec(file.text.slice(statement.pos, statement.getStart(file))) ?? []
    if (title !== undefined) sections.push({ title, entries: [] })
    const { exportClause } = statement
    if (exportClause === undefined || !isNamedExports(exportClause)) continue
    for (const { name } of exportClause.elements) sections.at(-1).entries.push(entryOf(symbols.get(name.text)))
  }
  return sections
}

/** Returns an export: its name, the text of its declaration, and its comment, in lines. */
function entryOf(symbol) {
  const declared = checker.getAliasedSymbol(symbol)
  const declaration = declared.declarations[0].resolve(project)
  const isType = !isFunctionDeclaration(declaration) && !isVariableDeclaration(declaration)
  return {
    name: symbol.name,
    isType,
    text: textOf(declaration),
    comment: checker.getDocumentationCommentOfSymbol(declared),
  }
}

/** Returns the declaration without the body of a function, and without the value of a constant. */
function textOf(declaration) {
  const file = declaration.getSourceFile()
  const between = (from, to) => file.text.slice(from, to).trim().replace(/ =>$/, '')
  const start = declaration.getStart(file)
  if (isFunctionDeclaration(declaration)) return between(start, declaration.body.getStart(file)).replace(/^export /, '')
  if (!isVariableDeclaration(declaration)) return between(start, declaration.end).replace(/^export /, '')
  const { name, type, initializer } = declaration
  if (initializer !== undefined && isArrowFunction(initializer))
    return `function ${name.text}${between(initializer.getStart(file), initializer.body.getStart(file))}`
  return `const ${between(start, type === undefined ? name.end : type.end)}`
}

const sections = [...sectionsOf('index.ts'), ...sectionsOf('node.ts')]
api.close()
const uncommented = sections.flatMap(({ entries }) => entries.flatMap(({ name, comment }) => (comment ? [] : [name])))
const reference = sections.flatMap(({ title, entries }) => [
  `## ${title}`,
  // Functions and constants come before types.
  ...entries
    .toSorted((a, b) => Number(a.isType) - Number(b.isType))
    .flatMap(({ name, text, comment }) => [`### ${name}`, comment.trim(), `\`\`\`ts\n${text}\n\`\`\``]),
])
const [head] = readFileSync(page, 'utf8').split(begin)
const fresh = `${head}${begin}\n${reference.join('\n\n')}\n`

const complaints = uncommented.length === 0 ? [] : [`without a comment: ${uncommented.join(', ')}`]
if (!process.argv.includes('--check')) writeFileSync(page, fresh)
else if (readFileSync(page, 'utf8') !== fresh)
  complaints.push('docs/library.md is out of date; `npm run library` writes it')
for (const complaint of complaints) console.error(complaint)
if (complaints.length > 0) process.exitCode = 1
