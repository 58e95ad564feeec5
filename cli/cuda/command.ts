/** The arguments and options of `ptx-litmus cuda`. */

import * as z from 'zod'
import { defineCommand, unusable } from '../commandline/command.js'
import { force, output, row, testPaths, undeclared } from '../commandline/options.js'

const takes = z.object({
  words: testPaths,
  output,
  force,
  row,
  undeclared,
})

export type CudaArguments = z.infer<typeof takes>

export const command = defineCommand({
  words: '<tests..>',
  describe: 'write a CUDA C++ program that runs tests on a GPU and counts how they end',
  takes,
  examples: [
    ['cuda examples/classic -o mp', 'one program for all tests of a folder: mp/litmus.cu'],
    ['run examples/classic --log mp/log.json', 'compare the output of the program with the model'],
  ],
  notes: [
    '-o names the folder of the program, which is created if necessary.',
    'Compile the program with `nvcc -O2 -std=c++17 -arch=sm_90a litmus.cu -o litmus` on any machine, and run `./litmus > log.json` on one with a GPU. It needs neither Node nor z3 there.',
    'A test that no GPU can run as it is written is left out; the reason is printed.',
  ],
  statuses: {
    0: 'the program is written; tests may be left out',
    ...unusable,
  },
})
