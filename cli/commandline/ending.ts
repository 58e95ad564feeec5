/** The formats of files that commands write, by their extensions. */

/**
 * The formats of files with these extensions. This includes formats that no command writes, so that a request for such
 * a picture does not give text.
 */
const endings: ReadonlyMap<string, string> = new Map([
  ['.txt', 'text'],
  ['.svg', 'svg'],
  ['.json', 'json'],
  ['.dot', 'dot'],
  ['.gv', 'dot'],
  ['.test', 'nvlitmus'],
  ['.litmus', 'herd'],
  ...['png', 'jpg', 'jpeg', 'gif', 'pdf', 'ps', 'eps', 'html', 'csv'].map((name) => [`.${name}`, name] as const),
])

/** Returns the ending with its dot; empty if a name has none, such as a hidden file. */
const endingOf = (file: string | undefined): string => /[^/\\](\.[^./\\]+)$/.exec(file ?? '')?.[1] ?? ''

/** Returns the format that the extension means, whichever command writes it. */
export const meantFormat = (file: string | undefined): string | undefined => endings.get(endingOf(file).toLowerCase())

/** Returns the format that the ending of the file asks for, if any. */
export const formatFor = <F extends string>(file: string | undefined, formats: readonly F[]): F | undefined =>
  formats.find((format) => format === meantFormat(file))

/**
 * Returns what is wrong with the name of a file to write: its ending belongs to a different format from the one that
 * `option` asks for, or to none that we write. A name without an ending is fine.
 */
export function wrongEnding(
  file: string | undefined,
  { option, format }: { readonly option: string; readonly format: string | undefined },
  formats: readonly string[],
): string | undefined {
  const ending = endingOf(file)
  const meant = endings.get(ending.toLowerCase())
  // If there is no plain text format, all formats are texts.
  if (ending === '' || (meant === 'text' && !formats.includes(meant))) return undefined
  if (format !== undefined)
    return meant === undefined || meant === format ? undefined : `${option} asks for ${format}, not for a ${ending}`
  if (meant !== undefined && formats.includes(meant)) return undefined
  const formatTexts = formats.map(
    (one) => `${one} (${[...endings].flatMap(([own, of]) => (of === one ? [own] : [])).join(', ')})`,
  )
  return `no format has the extension ${ending}; the formats are ${formatTexts.join(', ')}; choose one with ${option}`
}
