/** A document of `check` as text: the lines that a run prints. */

import type { Colors } from 'picocolors/types.js'
import type { Demands } from '../../answers/standing.js'
import type { CheckReport } from '../../report/check.js'
import { groupBy } from '../../source/group.js'
import { largest } from '../../source/largest.js'
import { renderCount, renderQuestion } from '../check/render.js'

/** Returns the questions and the count. */
export function renderCheck({ questions, ...report }: CheckReport, demands: Demands, colours: Colors): string {
  const lines = [
    ...groupBy(questions, ({ test, row }) => (row === undefined ? test : test.replace(/#\d+$/, ''))).values(),
  ].flatMap((ofFile) => {
    const widths = {
      test: largest(ofFile.map(({ test }) => test.length)),
      question: largest(ofFile.map(({ question }) => question.length)),
    }
    return ofFile.map((one) => renderQuestion(one, { colours, widths, verbose: false, demands }))
  })
  return [...lines, renderCount({ questions, ...report }, colours)].join('\n')
}
