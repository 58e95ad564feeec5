import { searchedLines } from '../../../explain/text/explanation.js'
import { timeReason } from '../../../source/limited.js'

const claim = { name: 'fresh', kind: 'assert' } as const
const undecided = { kind: 'undecided', reason: timeReason } as const

test('the end of a search for repairs is said, also if it ended before it began', () => {
  expect(searchedLines(claim, { result: undecided, judged: 0, undecided: 0, spent: undefined })).toEqual([
    '',
    'No change was tried: the time limit was reached.',
  ])
  expect(searchedLines(claim, { result: undecided, judged: 3, undecided: 0, spent: 'time' })).toEqual([
    '',
    'The time limit was reached after 3 sets of changes; a higher --timeout tries more.',
  ])
})
