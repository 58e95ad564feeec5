/**
 * Turns the models in cat in this folder into TypeScript when the package is built, so that the tool reads no model
 * text when it starts.
 */

import { memoised } from '../source/memoised.js'
import { relations, sets } from './algebra/cat/vocabulary.js'
import type { Axiom, EventSet, Model, Rel, Requirement } from './algebra/terms.js'

/** Returns a module that exports the models as `builtIn`, in their order. Equal terms are one. */
export function emitModels(models: readonly Model[]): string {
  const termNames = new Map<Rel | EventSet, string>([
    ...[...relations].map(([name, term]) => [term, `must(relations.get('${name}'), '${name}')`] as const),
    ...[...sets].map(([name, term]) => [term, `must(sets.get('${name}'), '${name}')`] as const),
  ])
  const names = new Map<string, string>()
  const lines: string[] = []
  const put = (sort: 'Rel' | 'EventSet', value: string): string => {
    const name = names.get(`${sort} ${value}`) ?? `t${names.size}`
    if (!names.has(`${sort} ${value}`)) lines.push(`const ${name}: ${sort} = ${value}`)
    names.set(`${sort} ${value}`, name)
    return name
  }
  const quoted = (value: unknown): string => JSON.stringify(value)
  const list = (terms: readonly (Rel | EventSet)[]): string => `[${terms.map((term) => nameOf(term)).join(', ')}]`

  // Terms share their parts: without this, each part would be written once for each path to it.
  const nameOf = memoised((term: Rel | EventSet): string =>
    put(isSet(term) ? 'EventSet' : 'Rel', termNames.get(term) ?? valueOf(term)),
  )

  function valueOf(term: Rel | EventSet): string {
    const kind = `kind: '${term.kind}'`
    switch (term.kind) {
      case 'base':
      case 'base-set':
        return `{ ${kind}, name: '${term.name}' }`
      case 'named':
      case 'named-set': {
        const reading = term.kind === 'named' && term.reading !== undefined ? `, reading: ${quoted(term.reading)}` : ''
        return `{ ${kind}, name: '${term.name}', section: '${term.section}', body: ${nameOf(term.body)}${reading} }`
      }
      case 'union':
      case 'intersection':
      case 'sequence':
      case 'set-union':
      case 'set-intersection':
        return `{ ${kind}, of: ${list(term.of)} }`
      case 'difference':
      case 'set-difference':
        return `{ ${kind}, left: ${nameOf(term.left)}, right: ${nameOf(term.right)} }`
      case 'product':
        return `{ ${kind}, from: ${nameOf(term.from)}, to: ${nameOf(term.to)} }`
      case 'inverse':
      case 'closure':
      case 'optional':
      case 'identity':
      case 'domain':
      case 'range':
        return `{ ${kind}, of: ${nameOf(term.of)} }`
      case 'recursive':
      case 'unknown':
        throw new Error(`${term.name} is defined by recursion, which no built-in model needs`)
    }
  }

  const requirement = ({ kind, of, negated, sentences }: Requirement): string =>
    [
      `{ kind: '${kind}', of: ${nameOf(of)}`,
      ...(negated ? ['negated: true'] : []),
      ...(sentences === undefined ? [] : [`sentences: ${quoted(sentences)}`]),
    ].join(', ')
  const axiom = ({ name, section, requirements }: Axiom): string => {
    const demanded = requirements.map((one) => `${requirement(one)} }`)
    return `{ name: '${name}', section: '${section}', requirements: [${demanded.join(', ')}] }`
  }
  const written = models.map(({ name, summary, excludes, axioms, roles }) => {
    const about = `name: ${quoted(name)}, summary: ${quoted(summary)}, excludes: ${quoted(excludes)}`
    const defined = [...roles].map(([role, term]) => `[${quoted(role)}, ${nameOf(term)}]`)
    return `  { ${about}, axioms: [${axioms.map(axiom).join(', ')}], roles: new Map([${defined.join(', ')}]) },`
  })
  return [
    '/** Made of the cat files beside this by `npm run build`. */',
    '',
    "import { must } from '../source/must.js'",
    "import { relations, sets } from './algebra/cat/vocabulary.js'",
    "import type { EventSet, Model, Rel } from './algebra/terms.js'",
    '',
    ...lines,
    '',
    'export const builtIn: readonly Model[] = [',
    ...written,
    ']',
    '',
  ].join('\n')
}

const setKinds = ['base-set', 'named-set', 'set-union', 'set-intersection', 'set-difference', 'domain', 'range']
const isSet = ({ kind }: Rel | EventSet): boolean => setKinds.includes(kind)
