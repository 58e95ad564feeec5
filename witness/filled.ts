/** Lines that fit a width. */

/**
 * Returns the items in as many lines as they need. The first line begins with `head`, and the others with equal space.
 * An item that is too wide gets its own line. `width` is in characters.
 */
export function filled(head: string, items: readonly string[], between: string, width: number): readonly string[] {
  const indent = ' '.repeat(head.length)
  const lines: string[] = []
  for (const [i, item] of items.entries()) {
    const last = lines.at(-1)
    const longer = `${last}${between}${item}`
    const isLast = i === items.length - 1
    if (last === undefined) lines.push(head + item)
    else if ((isLast ? longer : (longer + between).trimEnd()).length <= width) lines.splice(-1, 1, longer)
    else lines.splice(-1, 1, (last + between).trimEnd(), indent + item)
  }
  return lines.length === 0 ? [head.trimEnd()] : lines
}

/** Fills lines with words, each of which begins with some spaces. Spaces between words stay where no line ends. */
export const filledWords = (indent: string, text: string, width: number): readonly string[] =>
  filled(indent, text.split(' '), ' ', width)
