import { ptx75 } from '../../axioms/models.js'
import { sequential } from '../../repair/sequential.js'
import { agreedVerdict } from '../support.js'

const inTurn = (text: string) => agreedVerdict(text, { model: sequential(ptx75) })
const declared = '.global x; .global y; .global z physically aliases x; .constref c virtually aliases x;'

describe('in turn', () => {
  test('threads do not both read what was there before they write', async () => {
    const text = `${declared} d0.b0.t0 { st.weak [x], 1; ld.weak r, [y]; } d0.b1.t0 { st.weak [y], 1; ld.weak s, [x]; }`
    expect(await inTurn(`${text} check (r == 0 && s == 0) as both;`)).toBe('forbidden')
    expect(await inTurn(`${text} check (r == 0 && s == 1) as one;`)).toBe('allowed')
  })
  test('of writes that race, the last is what stays', async () => {
    const text = `${declared} d0.b0.t0 { st.weak [y], 1; st.weak [x], 1; } d0.b1.t0 { st.weak [x], 2; ld.weak r, [y]; }`
    expect(await inTurn(`${text} check (r == 0 && [x] == 2) as early;`)).toBe('forbidden')
    expect(await inTurn(`${text} check (r == 0 && [x] == 1) as late;`)).toBe('allowed')
  })
  test('nothing comes between the read and the write of an atomic, though weak writes do in other executions', async () => {
    const text = `${declared} d0.b0.t0 { st.weak [x], 1; atom.relaxed.gpu.exch r, [x], 3; } d0.b1.t0 { ld.weak s, [x]; st.weak [x], 2; }`
    expect(await inTurn(`${text} check (r == 1 && s == 1 && [x] == 3) as between;`)).toBe('forbidden')
    expect(await inTurn(`${text} check (r == 2 && s == 1 && [x] == 3) as before;`)).toBe('allowed')
    expect(await agreedVerdict(`${text} check (r == 1 && s == 1 && [x] == 3) as between;`)).toBe('allowed')
  })
  test('all names of memory are one', async () => {
    const text = `${declared} d0.b0.t0 { st.weak [z], 1; ldc r, [c]; ld.weak s, [x]; }`
    expect(await inTurn(`${text} check (r == 0) as constant;`)).toBe('forbidden')
    expect(await inTurn(`${text} check (s == 0) as alias;`)).toBe('forbidden')
  })
  test('a dependent kernel comes after what is before the trigger', async () => {
    const text = (first: string) => `${declared} kernel a { d0.b0.t0 { ${first} } } kernel b { d0.b0.t0 { ld r, [x]; } }
      host { a<<<1, 1>>>(); b<<<1, 1, programmatic>>>(); } check (r == 0) as stale;`
    expect(await inTurn(text('st [x], 1; griddepcontrol.launch_dependents;'))).toBe('forbidden')
    expect(await inTurn(text('griddepcontrol.launch_dependents; st [x], 1;'))).toBe('allowed')
  })
})
