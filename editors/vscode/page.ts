/** The page beside a text that shows what a command found: its text, and a picture. */

/** The results of a command: its text, its errors and notes, and a picture as SVG if there is one. */
export interface Results {
  readonly title: string
  readonly text: string
  readonly notes: string
  readonly picture: string | undefined
}

/** Returns the page as HTML. It runs no script and loads nothing. */
export function pageOf({ title, text, notes, picture }: Results): string {
  const image =
    picture === undefined
      ? ''
      : `<div class="picture"><img alt="${escaped(`the execution of ${title}`)}" src="data:image/svg+xml;base64,${Buffer.from(picture).toString('base64')}"></div>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<title>${escaped(title)}</title>
<style>
/* A wide picture is scrolled rather than made illegible. */
.picture { overflow-x: auto }
img { max-width: max(100%, 75rem); background: #fff }
pre { font-family: var(--vscode-editor-font-family); font-size: var(--vscode-editor-font-size); overflow-x: auto }
.notes { white-space: pre-wrap }
</style>
</head>
<body>
${image}
<pre>${escaped(text)}</pre>
<pre class="notes">${escaped(notes)}</pre>
</body>
</html>
`
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
