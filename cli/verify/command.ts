/** The arguments and options of `ptx-litmus verify`. */

import * as z from 'zod'
import { defineCommand, unusable } from '../commandline/command.js'
import { flag } from '../commandline/option.js'
import { json, path, quiet, timeout } from '../commandline/options.js'

const takes = z.object({
  words: z.tuple([path], {
    error: ({ code }) => (code === 'too_big' ? 'it takes one folder at a time' : 'missing folder of certificates'),
  }),
  semantics: flag('also prove each answer by the definitions of the model, without the shortcuts of the encoding'),
  timeout,
  json,
  quiet,
})

export type VerifyArguments = z.infer<typeof takes>

export const command = defineCommand({
  words: '<folder>',
  describe: 'check certificates that `check --certify` wrote, without a solver',
  takes,
  writes: async () => (await import('../../report/certificate.js')).verifyReport,
  examples: [
    ['verify proofs', 'the certificates of a folder'],
    ['verify proofs --semantics', 'by the definitions of the model, too'],
  ],
  notes: [
    'Each test is read again, from the folder in which `check` was run, and each problem is made again from the test and the model. It must be the one of the certificate, character by character. Then its proof is checked step by step, or its solution clause by clause.',
    'With --semantics, a second, plain encoder starts from the event graph and writes each definition of the model as it is. CaDiCaL proves its problems within the time limit, a minute unless --timeout says otherwise, and the checker checks these proofs. The line says whether this ended. If not, what is verified rests on the usual encoding.',
    'What remains to be trusted is the reader of tests, the event graph with its bound, the encoder, and this checker. The proofs are in LRAT, the problems in DIMACS, so that other checkers can check them: cake_lpr PROBLEM.cnf PROOF.lrat.',
  ],
  statuses: {
    0: 'every certificate is verified',
    1: 'a certificate is rejected',
    ...unusable,
  },
})
