/**
 * The style of the edges of a relation: distinguished by colour, and by dashes for readers who cannot see the colour.
 */

import { must } from '../../source/must.js'

export interface Style {
  /** The colours for a light and for a dark background. */
  readonly light: string
  readonly dark: string
  /** The dashes, as in SVG's `stroke-dasharray`; empty for a solid line. */
  readonly dashes: string
  /** The width in pixels; the usual one is 1.5. */
  readonly width?: number
  /** True if it has no direction, and so no arrow head. */
  readonly symmetric?: true
}

/** The style of edges that mark what is wrong. No other edge has this colour. */
const wrong = { light: '#b08800', dark: '#ffe600', width: 3 }

const usualStyles: ReadonlyMap<string, Style> = new Map<string, Style>([
  ['race', { ...wrong, dashes: '9 5', symmetric: true }],
  ['unsynchronised', { ...wrong, dashes: '3 4' }],
  // The picture exists for the chain to which an axiom objects.
  ['objection', { light: '#1f2328', dark: '#f0f6fc', dashes: '2 4', width: 2.5 }],
  ['po', { light: '#8c959f', dark: '#6e7681', dashes: '' }],
  ['rf', { light: '#cf222e', dark: '#ff7b72', dashes: '' }],
  ['co', { light: '#0550ae', dark: '#79c0ff', dashes: '' }],
  ['fr', { light: '#b35900', dark: '#ffb757', dashes: '6 3' }],
  ['rmw', { light: '#57606a', dark: '#8b949e', dashes: '2 2' }],
  ['sync_fence', { light: '#8250df', dark: '#d2a8ff', dashes: '' }],
  ['api', { light: '#0e7490', dark: '#67e8f9', dashes: '2 3' }],
  ['issue', { light: '#57606a', dark: '#8b949e', dashes: '5 3' }],
  ['completed', { light: '#4d7c0f', dark: '#bef264', dashes: '7 3' }],
  ['syncbar', { light: '#bf3989', dark: '#ff9bce', dashes: '' }],
])

/** Returns whether an edge has no direction, so that it has no arrow head. */
export const isSymmetric = (relation: string): boolean => usualStyles.get(relation)?.symmetric === true

/** The styles of a model's synchronisation relations, used in turn. */
const synchronising: readonly Style[] = [
  { light: '#116329', dark: '#56d364', dashes: '' },
  { light: '#9e1c5c', dark: '#f778ba', dashes: '8 3' },
]

/** The styles of relations that are shown on demand, used in turn. */
const others: readonly Style[] = [
  { light: '#0e7490', dark: '#67e8f9', dashes: '8 3 2 3' },
  { light: '#7c2d12', dark: '#fdba74', dashes: '3 3' },
  { light: '#4d7c0f', dark: '#bef264', dashes: '10 4' },
  { light: '#a21caf', dark: '#f0abfc', dashes: '5 2 2 2' },
  { light: '#374151', dark: '#d1d5db', dashes: '1 3' },
]

/**
 * Returns the style of a relation. `index` is its place among those that are shown; `synchronisation` lists the
 * relations that are synchronisation in the witness.
 */
export function styleOf(relation: string, index: number, synchronisation: readonly string[]): Style {
  const usual = usualStyles.get(relation)
  if (usual !== undefined) return usual
  const place = synchronisation.indexOf(relation)
  const [styles, at] = place === -1 ? [others, index] : [synchronising, place]
  return must(styles[at % styles.length], 'a style')
}
