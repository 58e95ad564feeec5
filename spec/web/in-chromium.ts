/** Specs of the page, in Chromium. */

import { installed, type Played, play } from '../../bench/page/chromium.js'
import { must } from '../../source/must.js'

const describeThere = installed === undefined ? describe.skip : describe
const where = installed === undefined ? 'not tested as Chromium is not installed' : 'in Chromium'

/** Declares specs for which the page is built and served once; they get what returns it. */
export const inChromium = (what: string, specs: (played: () => Played) => void): void =>
  describeThere(`${what}, ${where}`, () => {
    let played: Played | undefined
    beforeAll(async () => {
      played = await play()
    })
    afterAll(() => played?.close())
    specs(() => must(played, 'the page'))
  })
