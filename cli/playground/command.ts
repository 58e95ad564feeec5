/** The arguments and options of `ptx-litmus playground`. */

import * as z from 'zod'
import { defineCommand, unusable } from '../commandline/command.js'
import { flag, option } from '../commandline/option.js'
import { path } from '../commandline/options.js'

/** The port where the page is served unless the user names another. */
const usualPort = 7500

const takes = z.object({
  words: z.array(path).max(1, 'it takes one test'),
  port: option(
    z.coerce
      .number('expected a number')
      .int('it must be a whole number')
      .min(0, 'it must be at least 0')
      .max(65535, 'it must be at most 65535'),
    { type: 'number', default: usualPort, describe: 'serve the page at this port; 0 for any free port' },
  ),
  'no-open': flag('print the address of the page, and open no browser'),
})

export type PlaygroundArguments = z.infer<typeof takes>

export const command = defineCommand({
  words: '[test]',
  describe: 'try tests and models in a page of your browser',
  takes,
  examples: [
    ['playground', 'opens the page'],
    ['playground MP.test', 'with this test in it'],
    ['playground --no-open --port 8080', 'for a browser that you open yourself'],
  ],
  notes: [
    'The page is served only to this machine. It decides in the browser, and nothing that you type leaves the browser. Ctrl-C ends the server.',
    'Any static host can serve the same page: `npm run web` in a clone of the project makes its files.',
  ],
  statuses: { 0: 'ended by Ctrl-C', ...unusable },
})
