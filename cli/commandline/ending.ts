/** The formats of files that commands write, by the endings of their names. */

/** What files of these endings hold; among them what no command writes, so that nobody gets text where he asks for a picture. */
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

/** With its dot; empty where a name has none, as a hidden file. */
const endingOf = (file: string | undefined): string => /[^/\\](\.[^./\\]+)$/.exec(file ?? '')?.[1] ?? ''

/** That of the formats which the file's ending asks for, if one does. */
export const formatFor = <F extends string>(file: string | undefined, formats: readonly F[]): F | undefined =>
  formats.find((format) => format === endings.get(endingOf(file).toLowerCase()))

/**
 * What is wrong with the name of a file to write: its ending is that of another format than the one that `option` asks for, or asks for none
 * of the formats. Nothing is wrong with a name without an ending.
 */
export function wrongEnding(
  file: string | undefined,
  { option, format }: { readonly option: string; readonly format: string | undefined },
  formats: readonly string[],
): string | undefined {
  const ending = endingOf(file)
  const meant = endings.get(ending.toLowerCase())
  // Where there is no plain text, all formats are texts.
  if (ending === '' || (meant === 'text' && !formats.includes(meant))) return undefined
  if (format !== undefined)
    return meant === undefined || meant === format ? undefined : `${option} asks for ${format}, not for a ${ending}`
  if (meant !== undefined && formats.includes(meant)) return undefined
  const known = formats.map(
    (one) => `${one} (${[...endings].flatMap(([own, of]) => (of === one ? [own] : [])).join(', ')})`,
  )
  return `no format has the ending ${ending}; the formats are ${known.join(', ')}; choose one with ${option}`
}
