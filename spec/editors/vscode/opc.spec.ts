import { parts } from '../../../editors/vscode/opc.js'

const manifest = {
  name: 'one',
  version: '1.2.3',
  displayName: 'Reads & writes',
  description: 'a "<b>"',
  publisher: 'someone',
  categories: ['Linters'],
  keywords: ['a', 'b'],
  extensionKind: ['workspace'],
  engines: { vscode: '^1.91.0' },
  icon: 'one.png',
  homepage: 'https://one.example',
  bugs: 'https://one.example/bugs',
  repository: { url: 'https://one.example/one.git' },
}
const files = new Map([
  ['package.json', '{}'],
  ['dist/one.cjs', ''],
  ['server/one.odd', ''],
])
const all = parts(manifest, files, (text) => text)

test('the extension is in a folder beside the manifest and the types', () => {
  expect([...all.keys()].toSorted()).toEqual([
    '[Content_Types].xml',
    'extension.vsixmanifest',
    'extension/dist/one.cjs',
    'extension/package.json',
    'extension/server/one.odd',
  ])
})

test('each ending has a type', () => {
  const types = all.get('[Content_Types].xml') ?? ''
  expect([...types.matchAll(/Extension="([^"]*)" ContentType="([^"]*)"/g)].map(([, ...one]) => one)).toEqual([
    ['json', 'application/json'],
    ['cjs', 'application/javascript'],
    ['odd', 'application/octet-stream'],
    ['vsixmanifest', 'text/xml'],
  ])
})

test('the manifest says who the extension is, in XML', () => {
  const text = all.get('extension.vsixmanifest') ?? ''
  expect(text).toContain('<Identity Language="en-US" Id="one" Version="1.2.3" Publisher="someone"/>')
  expect(text).toContain('<DisplayName>Reads &amp; writes</DisplayName>')
  expect(text).toContain('>a &quot;&lt;b&gt;&quot;</Description>')
  expect(text).toContain('<Property Id="Microsoft.VisualStudio.Code.Engine" Value="^1.91.0"/>')
  expect(text).toContain('<Icon>extension/one.png</Icon>')
  expect(text).toContain('Links.Support" Value="https://one.example/bugs"/>')
})
