/** The menu of the files that the page writes. */

import type { ExecutionPicture, Given } from '../protocol.js'
import { element } from './dom.js'
import { download, pngOf, textFile } from './download.js'

/** What is on the page when a file is written. */
export interface Downloadable {
  readonly name: () => string
  readonly text: () => string
  readonly model: () => { readonly name: string; readonly text: string }
  /** The execution that is shown, if there is one. */
  readonly shown: () => ExecutionPicture | undefined
  readonly convert: (kind: 'convert' | 'cuda') => Promise<Given<string>>
  /** Says why nothing is written. */
  readonly say: (reason: string) => void
}

/** Fills the menu. A choice writes a file. */
export function downloadMenu(select: HTMLSelectElement, from: Downloadable): void {
  const ofShown = (save: (one: ExecutionPicture) => Promise<void>) => async () => {
    const shown = from.shown()
    if (shown === undefined) from.say('No execution is shown here, so there is none to download.')
    else await save(shown)
  }
  const converted = async (kind: 'convert' | 'cuda', ending: string): Promise<void> => {
    const given = await from.convert(kind)
    if (given.kind === 'given') download(`${from.name().replace(/\.\w+$/, '')}.${ending}`, textFile(given.value))
    else from.say(given.kind === 'refused' ? given.reason : given.message)
  }
  const entries: Readonly<Record<string, () => Promise<void>>> = {
    'picture, SVG': ofShown(async ({ svg }) => download(`${from.name()}.svg`, textFile(svg, 'image/svg+xml'))),
    'picture, PNG': ofShown(async ({ svg }) => download(`${from.name()}.png`, await pngOf(svg))),
    'execution, JSON': ofShown(async ({ document }) =>
      download(`${from.name()}.json`, textFile(document, 'application/json')),
    ),
    'the test': async () => download(from.name(), textFile(from.text())),
    'the model': async () => {
      const { name, text } = from.model()
      download(`${name}.cat`, textFile(text))
    },
    'the other format': () => converted('convert', from.name().endsWith('.litmus') ? 'test' : 'litmus'),
    'CUDA program': () => converted('cuda', 'cu'),
  }
  select.append(
    element('option', { value: '' }, 'choose …'),
    ...Object.keys(entries).map((label) => element('option', { value: label }, label)),
  )
  select.addEventListener('change', () => {
    const chosen = entries[select.value]
    select.value = ''
    void chosen?.()
  })
}
