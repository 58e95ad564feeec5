/**
 * Random programs in which threads access the memory of other CTAs of their cluster by addresses that they compute
 * (ISA, `mapa`).
 */

import type fc from 'fast-check'
import type { Model } from '../axioms/algebra/terms.js'
import { asynchronousPrograms } from './asynchronous.js'

/** A place of another CTA, within a thread: `[d0.c0.b1:s]`. */
const remote = /\[d0\.c0\.b(\d):(\w+)\]/g

/** Returns the test, in which each line that names the memory of another CTA takes its address from `mapa`. */
export const withMappedAddresses = (text: string): string =>
  text
    .split('\n')
    .map((line, at) => {
      // Questions name it as before.
      if (!line.startsWith('  ')) return line
      const matches = [...line.matchAll(remote)]
      const mapped = matches.map(([, rank, name], i) => `mapa.shared::cluster.u32 z${at}_${i}, ${name}, ${rank}; `)
      const addressed = matches.reduce((rest, [place], i) => rest.replace(place, `[z${at}_${i}]`), line.trimStart())
      return `  ${mapped.join('')}${addressed}`
    })
    .join('\n')

/** Draws texts of tests; undefined for a model that does not cover asynchronous operations. */
export const mappedPrograms = (model: Model): fc.Arbitrary<string> | undefined =>
  asynchronousPrograms(model)
    ?.map(withMappedAddresses)
    .filter((text) => text.includes('mapa'))
