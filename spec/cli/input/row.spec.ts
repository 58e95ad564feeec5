import { splitRow } from '../../../cli/input/row.js'

test.each([
  ['MP.test', { file: 'MP.test', row: undefined }],
  ['MP.test#12', { file: 'MP.test', row: 12 }],
  ['a#1#2', { file: 'a#1', row: 2 }],
  ['#3', { file: '', row: 3 }],
  ['MP.test#', { file: 'MP.test#', row: undefined }],
  ['MP.test#1b', { file: 'MP.test#1b', row: undefined }],
])('%s', (name, parts) => expect(splitRow(name)).toEqual(parts))
