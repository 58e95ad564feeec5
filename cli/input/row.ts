/** Splits a name into a file and, for `file#row`, the row of a template. */
export function splitRow(name: string): { readonly file: string; readonly row: number | undefined } {
  const [suffix] = /#\d+$/.exec(name) ?? []
  return suffix === undefined
    ? { file: name, row: undefined }
    : { file: name.slice(0, -suffix.length), row: Number(suffix.slice(1)) }
}
