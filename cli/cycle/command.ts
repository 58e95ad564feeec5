/** The arguments and options of `ptx-litmus cycle`. */

import * as z from 'zod'
import { spreads } from '../../synthesis/cycle/places.js'
import { scopeWords } from '../../synthesis/cycle/words.js'
import { defineCommand } from '../commandline/command.js'
import { meantFormat } from '../commandline/ending.js'
import { flag, oneOf, option } from '../commandline/option.js'
import { force, output, reporting } from '../commandline/options.js'

const takes = z
  .object({
    words: z.array(z.string()).min(1, "missing edges, such as 'PodWW Rfe+rel+acq.gpu PodRR Fre'"),
    places: option(oneOf(spreads), {
      type: 'string',
      choices: spreads,
      default: 'gpu',
      describe: 'put the threads into one CTA, into separate CTAs on one GPU, or onto separate GPUs (sys)',
    }),
    variants: flag('write the whole family: vary everything that the cycle leaves open'),
    scope: option(z.array(oneOf(scopeWords)), {
      type: 'string',
      repeatable: true,
      choices: scopeWords,
      describe: 'with --variants: the scopes; cta, gpu and sys by default',
    }),
    output,
    force,
  })
  .superRefine(
    reporting(({ output, variants, scope }) => {
      const format = variants ? undefined : meantFormat(output)
      return [
        ...(format === undefined || format === 'nvlitmus'
          ? []
          : [{ argument: 'output', message: 'cycle writes a test, so the file ends in .test' }]),
        ...(scope.length > 0 && !variants ? [{ argument: 'scope', message: 'it needs --variants' }] : []),
      ]
    }),
  )

export type CycleArguments = z.infer<typeof takes>

export const command = defineCommand({
  words: '<edges..>',
  describe: 'write the test of a cycle, as diy7 does',
  takes,
  examples: [
    ["cycle 'PodWW Rfe+rel+acq.gpu PodRR Fre'", 'message passing, with a release and an acquire'],
    ["cycle 'PodWR+fence.sc.gpu Fre PodWR Fre' -o SB.test", 'store buffering, with a fence in one thread'],
    ["cycle 'PodWW Rfe PodRR Fre' --variants -o MP", 'message passing with every order, fence and scope'],
  ],
  notes: [
    'Edges are those of diy7: PodXY and PosXY, program order to another location and at the same one, where X and Y are R or W; DpDatadW, a data dependency; Rfe, Fre and Coe (or Wse) to another thread, Rfi, Fri and Coi within one; Amo between the read and the write of one atomic.',
    'After an edge, +WORD describes the events at its two ends, one word for each or one for both: weak, rlx, acq, rel, ar with a scope as in rel.gpu, and before them amo or alias; or tex, surf, const, nc. The scope of the last order applies to all orders of the edge; weak has none: +rlx.gpu+weak. On program order, +fence.sc.gpu and +fence.proxy.alias are fences. Rfe@d0.b1 gives the CTA of the thread that the edge leads to.',
    'With --variants, each event without words is weak, relaxed, or an acquire or a release, and each Pod and Pos edge has fence.acq_rel, fence.sc or no fence, all of one scope at a time; -o names a folder.',
  ],
  statuses: {
    0: 'the test is written',
    2: 'the input is not a cycle, or no test shows it; or wrong usage',
  },
})
