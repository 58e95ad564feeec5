import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { pages } from './documents.js'
import { root, textOf } from './support.js'

const { homepage } = z.object({ homepage: z.string() }).parse(JSON.parse(textOf(root, 'package.json')))
const index = 'docs/questions/README.md'
const questions = pages.filter((page) => page.startsWith('docs/questions/') && page !== index)

test.each(questions)('%s shows lines of its kernel, verdicts and a picture, and opens the example', (page) => {
  const text = textOf(root, page)
  const [, kernel = ''] = /^```cuda\n([\s\S]*?)^```$/m.exec(text) ?? []
  const [, source = ''] = /`(examples\/[^`]*\.cu)`\.$/m.exec(text) ?? []
  expect(kernel.split('\n').length).toBeGreaterThan(4)
  expect(textOf(root, source)).toContain(kernel)
  const [, example = ''] = /^\$ ptx-litmus check (\S+)/m.exec(text) ?? []
  expect(text).toContain(`\n$ ptx-litmus witness ${example} -o `)
  const [, address = ''] = /^\[playground\]: (.*)$/m.exec(text) ?? []
  expect(address).toBe(`${homepage}playground/#example=${example.replace('examples/', '')}`)
  expect(existsSync(join(root, example))).toBe(true)
})

test('the list of questions has each page by its title', () => {
  const listed = [...textOf(root, index).matchAll(/^- \[(.*)\]\((.*)\)$/gm)].map(([, title, file]) => [file, title])
  const titles = questions.map((page) => [
    page.replace('docs/questions/', ''),
    /^# (.*)$/m.exec(textOf(root, page))?.[1],
  ])
  expect(listed.toSorted()).toEqual(titles.toSorted())
})
