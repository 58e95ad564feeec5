/** The legend: a line for each relation, with its name, or the meaning of a mark. */

import { marks } from '../drawn.js'
import { labelAt, line, widthOf } from './labels.js'
import type { LegendEntry, Point } from './shapes.js'

const sample = 28

/** Returns the relations one after the other, in as many lines as the width requires. `bottom` is where they end. */
export function legendOf(
  relations: readonly string[],
  { x: left, y: top }: Point,
  room: number,
): { readonly legend: readonly LegendEntry[]; readonly bottom: number } {
  let [x, y] = [left, top]
  const legend = relations.map((relation): LegendEntry => {
    const name = marks.get(relation) ?? relation
    const width = sample + 6 + widthOf(name)
    if (x > left && x + width > room) [x, y] = [left, y + line + 4]
    const middle = y + line / 2
    const entry = {
      relation,
      line: [
        { x, y: middle },
        { x: x + sample, y: middle },
      ] as const,
      label: labelAt({ x: x + sample + 6, y }, name, 'note'),
    }
    x += width + 20
    return entry
  })
  return { legend, bottom: y + line }
}
