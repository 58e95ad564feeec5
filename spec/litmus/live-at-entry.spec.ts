import { liveAtEntry } from '../../litmus/live-at-entry.js'
import { testIn } from '../support.js'

const unwritten = (code: string): readonly string[] => {
  // A test with registers that have initial values, so that it may read them; the instructions do not show that.
  const program = testIn(
    `.global x; .global y; d0.b0.t0 { .reg a = 0; .reg b = 0; .reg c = 0; .reg d = &x; ${code} } check (x == 0) as q;`,
  )
  return [...liveAtEntry(program.threads[0]?.instructions ?? [])].toSorted()
}

test.each([
  ['what is read before it is written', 'st [x], a; ld a, [y];', 'a'],
  ['not what is written before it is read', 'ld a, [y]; st [x], a;', ''],
  ['what an instruction reads and writes', 'add a, a, 1; st [x], a;', 'a'],
  ['what one way reads', 'ld b, [y]; beq b, 0, L; ld a, [y]; L: st [x], a;', 'a'],
  ['not what both ways write', 'ld b, [y]; beq b, 0, L; mov a, 1; goto E; L: mov a, 2; E: st [x], a;', ''],
  ['what a branch compares', 'beq b, c, L; L: st [x], 1;', 'b c'],
  ['what only a later round has written', 'L: st [x], a; ld a, [y]; beq a, 0, L;', 'a'],
  ['by way of a branch back', 'ld b, [y]; L: beq b, 0, M; st [x], c; goto E; M: ld b, [y]; goto L; E:', 'c'],
  ['an address in a register', 'add.u64 d, d, 0; st [d], 1;', 'd'],
  ['not what is after a trap', 'trap; st [x], a;', ''],
])('%s', (_, code, expected) => expect(unwritten(code).join(' ')).toBe(expected))
