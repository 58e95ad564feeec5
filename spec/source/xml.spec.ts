import { escapedXml } from '../../source/xml.js'

test.each([
  ['a < b && c > "d"', 'a &lt; b &amp;&amp; c &gt; &quot;d&quot;'],
  ["it's\t\n", "it's\t\n"],
  ['\u0000\u001b[0m \ud800', '\ufffd\ufffd[0m \ufffd'],
  ['ä 𝄞', 'ä 𝄞'],
])('%j is written as %j', (text, xml) => {
  expect(escapedXml(text)).toBe(xml)
})
