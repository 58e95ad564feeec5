/** Text in XML. */

const entities: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
])

/** XML 1.0 cannot express most control characters and halves of surrogate pairs. */
const unwritable = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

/**
 * Returns the text as the content of an element, or of an attribute in double quotes. What XML cannot write becomes
 * U+FFFD.
 */
export const escapedXml = (text: string): string =>
  text.replace(unwritable, '\ufffd').replace(/[&<>"]/g, (one) => entities.get(one) ?? one)
