/** The file of a name, and the row of a template if the name is `file#row`. */
export function splitRow(name: string): { readonly file: string; readonly row: number | undefined } {
  const [suffix] = /#\d+$/.exec(name) ?? []
  return suffix === undefined
    ? { file: name, row: undefined }
    : { file: name.slice(0, -suffix.length), row: Number(suffix.slice(1)) }
}
