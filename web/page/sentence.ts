/** What a test says of itself. */

/** Returns the first sentence of the comment that a test begins with, up to a colon. */
export const sentenceOf = (text: string): string => {
  const [comment = ''] = /^(?:(?:\/\/|\(\*).*\n)+/.exec(text) ?? []
  const words = comment
    .replaceAll(/^(?:\/\/|\(\*)\s*|\s*\*\)$/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return (/^.*?[.:](?= |$)/.exec(words)?.[0] ?? words).replace(/:$/, '')
}
