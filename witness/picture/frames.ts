/** Boxes around the columns of each CTA and GPU, with their names above the first column. */

import { ctaTitle } from '../../litmus/position.js'
import { groupBy } from '../../source/group.js'
import { largest } from '../../source/largest.js'
import { type Cta, ctaName } from '../columns.js'
import { labelAt, line } from './labels.js'
import type { Box, Label } from './shapes.js'

interface Framed {
  readonly left: number
  readonly width: number
  readonly cta: Cta | undefined
}

/** The depth of the frames of GPUs. */
interface Height {
  readonly top: number
  readonly bottom: number
}

/** Returns the title for which a column must be wide enough: that of its CTA, if no other column is in its frame. */
export const titleAlone = (cta: Cta | undefined, columns: readonly Pick<Framed, 'cta'>[]): string =>
  cta === undefined || columns.filter((one) => one.cta !== undefined && ctaName(one.cta) === ctaName(cta)).length > 1
    ? ''
    : ctaTitle(cta)

/** Returns the frames of columns that are in the order of their GPUs and CTAs, larger frames first. */
export function framesOf(
  columns: readonly Framed[],
  { top, bottom }: Height,
): readonly { readonly frame: Box; readonly label: Label }[] {
  const placed = columns.flatMap(({ left, width, cta }) =>
    cta === undefined ? [] : [{ left, right: left + width, cta }],
  )
  const framed = (group: readonly [(typeof placed)[number], ...typeof placed], kind: 'cta' | 'gpu') => {
    const [{ left, cta }] = group
    const [outset, down, below] = kind === 'gpu' ? [20, 0, 8] : [11, line + 5, 0]
    const x = left - outset
    const width = largest(group.map(({ right }) => right)) + outset - x
    return {
      frame: { kind, x, y: top + down, width, height: bottom + below - top - down },
      label: labelAt({ x: left, y: top + down + 2 }, kind === 'gpu' ? `GPU ${cta.gpu}` : ctaTitle(cta), 'heading'),
    }
  }
  const inGpus = groupBy(placed, ({ cta }) => cta.gpu)
  const inCtas = groupBy(placed, ({ cta }) => ctaName(cta))
  return [
    ...[...inGpus.values()].map((group) => framed(group, 'gpu')),
    ...[...inCtas.values()].map((group) => framed(group, 'cta')),
  ]
}
