/** The arguments and options of `ptx-litmus verify`. */

import * as z from 'zod'
import { defineCommand, unusable } from '../commandline/command.js'
import { json, path, quiet } from '../commandline/options.js'

const takes = z.object({
  words: z.tuple([path], {
    error: ({ code }) => (code === 'too_big' ? 'it takes one folder at a time' : 'missing folder of certificates'),
  }),
  json,
  quiet,
})

export type VerifyArguments = z.infer<typeof takes>

export const command = defineCommand({
  words: '<folder>',
  describe: 'check certificates that `check --certify` wrote, without a solver',
  takes,
  writes: async () => (await import('../../report/certificate.js')).verifyReport,
  examples: [['verify proofs', 'the certificates of a folder']],
  notes: [
    'Each test is read again, from the folder in which `check` was run, and each problem is made again from the test and the model. It must be the one of the certificate, character by character. Then its proof is checked step by step, or its solution clause by clause.',
    'What remains to be trusted is the reader of tests, the event graph with its bound, the encoder, and this checker. The proofs are in LRAT, the problems in DIMACS, so that other checkers can check them: cake_lpr PROBLEM.cnf PROOF.lrat.',
  ],
  statuses: {
    0: 'every certificate is verified',
    1: 'a certificate is rejected',
    ...unusable,
  },
})
