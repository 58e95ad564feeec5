import { pageOf } from '../../../editors/vscode/page.js'

test('texts are shown as they are, and the picture is an image, which runs nothing', () => {
  const picture = '<svg><script>alert(1)</script></svg>'
  const page = pageOf({ title: 'a<b>.cu', text: 'x < y && "z"', notes: '<script>', picture })
  expect(page).toContain('<title>a&lt;b&gt;.cu</title>')
  expect(page).toContain('<pre>x &lt; y &amp;&amp; &quot;z&quot;</pre>')
  expect(page).not.toContain('<script')
  expect(page).toContain(`src="data:image/svg+xml;base64,${btoa(picture)}"`)
  expect(page).toContain("default-src 'none'")
})

test('without a picture there is no image', () => {
  expect(pageOf({ title: 'a', text: '', notes: '', picture: undefined })).not.toContain('<img')
})
