/** `npm run vscode`: writes the extension as a .vsix, which `code --install-extension` takes. */

import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packaged } from './contents.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const { name, bytes } = await packaged(root)
const folder = join(root, 'editors/vscode/dist')
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, name), bytes)
console.log(`${relative('', join(folder, name))}: ${(bytes.length / 1e6).toFixed(1)} MB`)
