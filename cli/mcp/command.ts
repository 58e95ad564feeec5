/** The arguments and options of `ptx-litmus mcp`. */

import * as z from 'zod'
import { defineCommand, unusable } from '../commandline/command.js'
import { option } from '../commandline/option.js'
import { nvcc } from '../commandline/options.js'

const limit = (what: string, describe: string, usual: number, most: number) =>
  option(z.coerce.number(`expected a number of ${what}`).int('it must be a whole number').min(1).max(most), {
    type: 'number',
    default: usual,
    describe,
  })

const takes = z.object({
  words: z.array(z.string()).max(0, 'it takes no file: each call names its own'),
  'call-timeout': limit('seconds', 'seconds for each call', 120, 3600),
  'call-memory': limit('megabytes', 'megabytes for each call, besides those of the solver', 4096, 65_536),
  nvcc,
})

export type McpArguments = z.infer<typeof takes>

export const command = defineCommand({
  words: '',
  describe: 'serve programs that write kernels: check, races, explain, fix, outcomes and launch as tools',
  takes,
  examples: [
    ['mcp', 'a server of the Model Context Protocol on standard input and output'],
    ['mcp --call-timeout 30', 'at most half a minute for each call'],
  ],
  notes: [
    'A call is a command in a process of its own, with limits of time and memory. It takes a file, or the text of a test, of PTX or of CUDA C++.',
    'Each result says success, failure or no answer. What is undecided or not covered by the model is no answer.',
  ],
  statuses: { 0: 'the client has ended it', ...unusable },
})
