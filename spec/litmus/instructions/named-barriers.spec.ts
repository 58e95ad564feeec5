import { printInstruction } from '../../../litmus/instructions/print.js'
import { herd, testIn } from '../../support.js'

/** Returns the barrier of a thread that has a predicate `p`. */
function barrierIn(line: string) {
  const cells = ['P0@cta 0,gpu 0', 'setp.eq.u32 p, 0, 0', 'ld r1, 32', line]
  const one = testIn(herd('', [cells], 'exists (true)')).threads[0]?.instructions.at(-1)
  if (one?.kind !== 'named-barrier') throw new Error(`${line} is no named barrier`)
  return one
}

describe('the barriers 0 to 15 of a CTA', () => {
  test.each([
    ['bar.sync 0', 'bar.sync 0'],
    ['bar.sync 15, 64', 'bar.sync 15, 64'],
    ['bar.sync r1, r1', 'bar.sync r1, r1'],
    ['bar.arrive 3, 96', 'bar.arrive 3, 96'],
    ['barrier.sync 0', 'barrier.cta.sync 0'],
    ['barrier.cta.sync 0', 'barrier.cta.sync 0'],
    ['barrier.sync.aligned 0', 'bar.sync 0'],
    ['barrier.cta.arrive.aligned 1, 32', 'bar.arrive 1, 32'],
    ['bar.red.popc.u32 r0, 0, p', 'bar.red.popc.u32 r0, 0, p'],
    ['bar.cta.red.popc.u32 r0, 0, !p', 'bar.red.popc.u32 r0, 0, !p'],
    ['bar.red.and.pred q, 1, 64, p', 'bar.red.and.pred q, 1, 64, p'],
    ['barrier.cta.red.or.aligned.pred q, 1, p', 'bar.red.or.pred q, 1, p'],
    ['barrier.red.or.pred q, 1, !p', 'barrier.cta.red.or.pred q, 1, !p'],
  ])('%s is read, and printed as %s', (line, printed) => {
    const one = barrierIn(line)
    expect(printInstruction(one, 'herd', () => false)).toBe(printed)
    expect(printInstruction(barrierIn(printed), 'nvlitmus', () => false)).toBe(printed)
    expect(one.aligned).toBe(line.startsWith('bar.') || line.includes('.aligned'))
  })
})
