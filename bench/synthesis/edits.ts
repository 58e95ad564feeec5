/** The models that the table of reports/differences.md compares, and the vocabulary for each. */

import { redefine, withoutAxiom } from '../../axioms/algebra/edit.js'
import { difference, type Model } from '../../axioms/algebra/terms.js'
import { must } from '../../source/must.js'

/** Two models, by name or as an edit of the first one. */
export interface Pairing {
  readonly called: string
  readonly second: { readonly kind: 'named'; readonly word: string } | { readonly kind: 'edit'; readonly edited: Model }
  /** The options of `distinguish`. */
  readonly options: readonly string[]
}

const without = (...words: readonly string[]): readonly string[] => words.flatMap((word) => ['--without', word])
const two = ['--threads', '2', '--locations', '2']
const five = ['--instructions', '5']

const surfaces = [...without('texture', 'constant', 'read-only', 'atomics', 'dependencies'), ...two]
const textures = [...without('alias', 'constant', 'read-only', 'atomics', 'dependencies'), ...two]
const fenced = [...without('proxies', 'atomics', 'dependencies', 'final-values', 'cta'), ...two, '--instructions', '6']

const orderedSurfaces = [
  ...without('alias', 'texture', 'constant', 'read-only', 'atomics', 'dependencies', 'final-values', 'cta'),
  '--with',
  'proxy-orders',
  ...two,
  '--instructions',
  '6',
]

/** Row 9 is about surfaces at both addresses. */
const bothSurfaces = [...surfaces, ...without('cta', 'final-values'), '--with', 'alias-proxies', ...five]

const rowOptions = (row: number): readonly string[] => (row === 5 ? textures : row === 9 ? bothSurfaces : surfaces)

const axiomOptions: { readonly [axiom: string]: readonly (readonly string[])[] } = {
  'Fence-SC': [[], fenced, orderedSurfaces],
  'SC-per-Location': [
    surfaces,
    [...without('proxies', 'atomics', 'dependencies', 'final-values'), '--instructions', '5'],
  ],
  'No-Thin-Air': [[], without('proxies', 'atomics')],
}

/** The definitions of the rows of proxy-preserved base causality, in the order of `axioms/README.md`. */
const rows = [
  'preserved-generic',
  'preserved-same-proxy',
  'preserved-to-generic',
  'preserved-from-generic',
  'preserved-across-proxies',
  'preserved-alias-generic',
  'preserved-alias-to-generic',
  'preserved-alias-from-generic',
  'preserved-alias-across-proxies',
]

/** Returns each axiom and each row left out of a model, other models, and the edits of the examples. */
export function pairings(model: Model): readonly Pairing[] {
  const edits = [
    ...model.axioms.flatMap(({ name }) =>
      (axiomOptions[name] ?? [[]]).map((options) => ({
        called: `without ${name}`,
        edited: withoutAxiom(model, name),
        options: options.length === 0 ? ['--instructions', '3'] : options,
      })),
    ),
    ...rows.map((name, i) => ({
      called: `without row ${i + 1}`,
      edited: redefine(model, name, (body) => difference(body, body)),
      options: rowOptions(i + 1),
    })),
  ]
  const example = (name: string): string => `examples/models/${model.name}-${name}.cat`
  const others: readonly (readonly [string, readonly string[]])[] = [
    ['nvlitmus', []],
    ['nvlitmus', [...without('proxies', 'dependencies', 'cta'), ...two, ...five]],
    ['ptx-6.0', []],
    ['ptx-6.0', [...without('atomics', 'dependencies'), '--threads', '3', '--locations', '2', ...five]],
    [example('causality-with-co'), [...without('proxies', 'atomics', 'dependencies'), '--threads', '3', ...five]],
    [example('fence-sc-over-cause'), fenced],
    [example('sc-per-location-over-po-loc'), surfaces],
    [example('without-row-8'), surfaces],
  ]
  return [
    ...edits.map(({ called, edited, options }): Pairing => ({ called, second: { kind: 'edit', edited }, options })),
    ...others.map(
      ([word, options]): Pairing => ({
        called: must(word.split('/').at(-1), 'a name'),
        second: { kind: 'named', word },
        options,
      }),
    ),
  ]
}
