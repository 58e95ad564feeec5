import { blocksOf } from '../../../web/editor/blocks.js'

test('prose with code in it, a list, and code', () => {
  expect(
    blocksOf('`ld.acquire`\n\nLoads a value.\n- acquire: `x` first\n\nwritten by\n\n    ld r0, [x]\n    add r0'),
  ).toEqual([
    { kind: 'prose', pieces: ['', 'ld.acquire', ''] },
    { kind: 'prose', pieces: ['Loads a value.\n- acquire: ', 'x', ' first'] },
    { kind: 'prose', pieces: ['written by'] },
    { kind: 'code', text: 'ld r0, [x]\nadd r0' },
  ])
})

test('code between fences keeps its blank lines', () => {
  expect(blocksOf('```cat\nlet a = b\n\nlet c = d\n```\n\nin mine.cat')).toEqual([
    { kind: 'code', text: 'let a = b\n\nlet c = d' },
    { kind: 'prose', pieces: ['in mine.cat'] },
  ])
})
