/** Words as a shell reads them. */

/** Quotes a word if a shell would not take it as it is. */
export const shellWord = (word: string): string =>
  /^[\w./+=:,@%-][\w./+=:,@%#-]*$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
