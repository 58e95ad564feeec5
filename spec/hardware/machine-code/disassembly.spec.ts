import { functionsOf } from '../../../hardware/machine-code/disassembly.js'
import { successorsIn } from '../../../hardware/machine-code/flow.js'
import { must } from '../../../source/must.js'

const listing = `
.text.poll:
	//## File "thread", line 3
        /*0000*/                   LD.E.STRONG.GPU R0, desc[UR4][R2.64] ;                     /* 0x0000000402037980 */
                                                                                              /* 0x001ea8000c115900 */
.L_x_0:
	//## File "thread", line 4
        /*0010*/              @!P0 BRA \`(.L_x_1) ;                                            /* 0x0000000000008947 */
                                                                                              /* 0x004fea0003800000 */
        /*0020*/                   NOP ;                                                      /* 0x0000000000007918 */
                                                                                              /* 0x000fe20000000000 */
        /*0030*/                   BRA \`(.L_x_0) ;                                            /* 0x0000000000008947 */
                                                                                              /* 0x000fea0003800000 */
.L_x_1:
        /*0040*/                   EXIT ;                                                     /* 0x000000000000794d */
                                                                                              /* 0x000fea0003800000 */
.L_x_2:
        /*0050*/                   BRA \`(.L_x_2);                                             /* 0xfffffffc00fc7947 */
                                                                                              /* 0x000fc0000383ffff */
        /*0060*/                   NOP;                                                       /* 0x0000000000007918 */
                                                                                              /* 0x000fc00000000000 */
.text.next:
        /*0000*/                   EXIT ;                                                     /* 0x000000000000794d */
                                                                                              /* 0x000fea0003800000 */
`

test('a listing has functions, instructions with guards, lines and targets, and no padding', () => {
  const functions = functionsOf(listing)
  expect([...functions.keys()]).toEqual(['poll', 'next'])
  const poll = must(functions.get('poll'), 'a function')
  expect(poll.map(({ opcode, guard, line, target }) => [opcode, guard, line, target])).toEqual([
    ['LD.E.STRONG.GPU', undefined, 3, undefined],
    ['BRA', '@!P0', 4, 0x40],
    ['NOP', undefined, 4, undefined],
    ['BRA', undefined, 4, 0x10],
    ['EXIT', undefined, 4, undefined],
  ])
  expect(poll.map(({ control }) => control.waits)).toEqual([[0], [2], [], [], []])
  expect(must(functions.get('next'), 'a function')[0]?.line).toBe(undefined)
})

test('control flow follows the targets of branches: a guarded one also continues', () => {
  const poll = must(functionsOf(listing).get('poll'), 'a function')
  expect(successorsIn(poll)).toEqual([[1], [4, 2], [3], [1], []])
})
