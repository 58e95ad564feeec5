/** A certificate on the page. The page loads this when the first one is wanted. */

import { strToU8, zipSync } from 'fflate'
import { counted } from '../../source/counted.js'
import type { CertificateShown } from '../protocol.js'
import { button, element } from './dom.js'
import { download } from './download.js'

/** Returns what a verified certificate shows, with a button that saves it. `name` is that of the test. */
export function certificatePanel(
  { parts, rests, steps, milliseconds, files }: CertificateShown,
  name: string,
): HTMLElement {
  const [decided, certified, verified] = [milliseconds.decided, milliseconds.certified, milliseconds.verified].map(
    (one) => `${(one / 1000).toFixed(2)} s`,
  )
  const said = `Verified: ${counted(parts.length, 'part')}, ${counted(steps, 'step')}. Decided in ${decided}, certified in ${certified}, verified in ${verified}.`
  const save = button('Download the certificate', () =>
    download(
      `${name.replace(/^.*\//, '').replace(/\.\w+$/, '')}-certificate.zip`,
      new Blob([zipSync(Object.fromEntries(files.map((one) => [one.name, strToU8(one.text)])))]),
    ),
  )
  return element(
    'div',
    {},
    element('p', {}, said),
    element('ul', {}, ...parts.map((one) => element('li', {}, one))),
    rests.length === 0 ? undefined : element('p', {}, `It rests on more than its parts: ${rests.join('; ')}`),
    element('p', {}, save),
  )
}
