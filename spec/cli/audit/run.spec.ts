import { auditDocument } from '../../../report/audit.js'
import { workplace } from '../workplace.js'

const { write, run } = workplace()

/** The writer's fence is too strong, the reader's is as it must be, and the last fence does nothing. */
const handover = (asked: string) => `.global x; .global y; .global z;
d0.b0.t0 {
  st [x], 1;
  fence.sc.sys;
  st.relaxed.gpu [y], 1;
  fence.acq_rel.gpu;
}
d0.b1.t0 {
  ld.relaxed.gpu r0, [y];
  bne r0, 1, DONE;
  fence.acq_rel.gpu;
  ld r1, [x];
DONE:
}
${asked}
`
const claim = 'assert (!(r0 == 1 && r1 == 0)) as fresh;'

test('the need of each piece is below its place, with what breaks without it', async () => {
  const path = write('handover.test', handover(claim))
  const { status, stdout } = await run(['audit', path])
  expect(status).toBe(0)
  expect(stdout.replaceAll(path, 'handover.test')).toMatch(
    /^handover\.test · ptx-9\.4: 5 pieces: 3 needed, 1 may be weaker, 1 not needed\nIt goes by the claim fresh, the absence of data races, hangs, and undefined behaviour\.\n/,
  )
  expect(stdout).toContain(`4:3
  ✗ 1  may be weaker: fence.sc.sys
       replace fence.sc.sys with fence.acq_rel.gpu in d0.b0.t0, line 4: synchronises less; it saves about`)
  expect(stdout).toContain(`6:3
  ✗ 3  not needed: fence.acq_rel.gpu
       nothing changes without it; it saves about`)
  expect(stdout).toMatch(/11:3\n {2}✓ 5 {2}needed: fence\.acq_rel\.gpu\n {7}without it, data race of /)
  expect(stdout).toContain('\nWhat is not needed is redundant, or the test claims too little.')
})

test('--piece decides one, and prints the execution that is possible without it', async () => {
  const path = write('handover.test', handover(claim))
  const { status, stdout } = await run(['audit', path, '--piece', '5'])
  expect(status).toBe(0)
  expect(stdout).toContain('1 piece: 1 needed')
  expect(stdout).toContain('\n  finally: ')
  const missing = await run(['audit', path, '--piece', '9'])
  expect(missing.status).toBe(2)
  expect(missing.stderr).toContain('there is no piece 9; the test has 5')
})

test('--claims-only lets races come, and a claim that is too weak leaves a fence unneeded', async () => {
  const path = write('handover.test', handover('assert (r0 == 0 || r0 == 1) as values;'))
  const one = await run(['audit', path, '--claims-only', '--only', 'fences', '--json'])
  const document = auditDocument.parse(JSON.parse(one.stdout))
  expect(document.pieces.map(({ need }) => need)).toEqual(['not needed', 'not needed', 'not needed'])
  expect(document).toMatchObject({ together: [1, 2, 3], score: 0, races: 'left out' })
  const other = await run(['audit', path, '--only', 'fences', '--json'])
  expect(auditDocument.parse(JSON.parse(other.stdout)).pieces.map(({ need, fault }) => fault?.kind ?? need)).toEqual([
    'may be weaker',
    'not needed',
    'race',
  ])
})

test('a test that has races says that new ones are not noticed', async () => {
  const racy = '.global x; d0.b0.t0 { st [x], 1; fence.sc.gpu; } d0.b1.t0 { ld r, [x]; } check (r == 0) as q;'
  const { stdout } = await run(['audit', write('racy.test', racy)])
  expect(stdout).toContain('It has data races as it is, so a new one is not noticed.')
})

test('what is broken as it is leaves nothing to go by', async () => {
  const { status, stdout } = await run(['audit', write('broken.test', handover('assert (r0 == 0) as never;'))])
  expect(status).toBe(1)
  expect(stdout).toContain(': nothing to go by: as it is, `never` is violated')
})

test('a piece whose time is up is undecided, and the status says so', async () => {
  const { status, stdout } = await run(['audit', write('handover.test', handover(claim)), '--timeout', '0.000001'])
  expect(status).toBe(3)
  expect(stdout).toContain('undecided')
})

test('a lone barrier, arrivals, waits and the calls of the host are pieces', async () => {
  const text = `.global .u32 x; .shared .u32 s;
host { k<<<1,2>>>(); cudaDeviceSynchronize(); ld r, [x]; }
kernel k {
  d0.b0.t0 { st.shared [s], 1; bar.sync 0; }
  d0.b0.t1 { bar.sync 0; ld.shared r1, [s]; st [x], r1; bar.sync 1, 32; }
}
assert (r == 1) as passed;`
  const { stdout } = await run(['audit', write('host.test', text), '--json'])
  const { pieces } = auditDocument.parse(JSON.parse(stdout))
  expect(pieces.map(({ instruction, need, fault }) => [instruction, fault?.kind ?? need])).toEqual([
    ['cudaDeviceSynchronize()', 'race'],
    ['bar.sync 0', 'race'],
    ['bar.sync 0', 'race'],
    ['bar.sync 1, 32', 'not needed'],
  ])
})
