/** Returns a document as commands print it. */
export const jsonText = (document: unknown): string => JSON.stringify(document, undefined, 2)
