/** The arguments and options of `ptx-litmus launch`. */

import { extname } from 'node:path'
import * as z from 'zod'
import { defineCommand, unusable } from '../commandline/command.js'
import { force, nvcc, nvccOptions, output } from '../commandline/options.js'

const path = z.string().min(1, 'a path is empty')

const takes = z
  .object({
    words: z
      .array(path)
      .min(1, 'missing module: give a file of PTX')
      .max(2, 'it takes one module, and one of its entries'),
    output,
    force,
    nvcc,
    'nvcc-options': nvccOptions,
  })
  .refine(({ output = '' }) => output.endsWith('.test') || extname(output) === '', {
    path: ['output'],
    message: 'it writes a test, a file that ends in .test',
  })

export type LaunchArguments = z.infer<typeof takes>

export const command = defineCommand({
  words: '<module> [entry]',
  describe: 'list the entries of a compiled kernel, or write a test that launches one',
  takes,
  examples: [
    ['launch spin.ptx', 'its entries, with their parameters'],
    ['launch spin.ptx spin', 'a test that launches spin, to fill in'],
    ['launch spin.ptx -o spin.test', 'the same for the only entry, as a file'],
  ],
  notes: [
    'MODULE is a file of PTX, a CUDA source, which is compiled, or - for standard input. The instructions that access an object give the type to which a parameter points.',
    'An entry may be named as in CUDA C++: spin also means _Z4spinPi, if there is no other spin.',
  ],
  statuses: { 0: 'done', ...unusable },
})
