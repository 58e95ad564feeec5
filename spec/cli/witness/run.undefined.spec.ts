import { witness, witnessList } from '../../../report/witness.js'
import { halves, mixedSizes, nullPointer, offsetBy, publication } from '../memory.js'
import { workplace } from '../workplace.js'

const { folder, write, run: runCommand } = workplace()

/** Files are named without the folder. */
const run = async (args: readonly string[]) => {
  const { status, stdout, stderr } = await runCommand(args)
  return { status, stdout: stdout.replaceAll(`${folder}/`, ''), stderr }
}

const reaching = write('u.litmus', offsetBy(16))
const where = 'P1 at u.litmus:9:4: ld.weak.u32 r3, [r2] accesses 4 bytes at a+16, outside of a'

describe('ptx-litmus witness --undefined', () => {
  test('shows an execution that reaches undefined behaviour, and where', async () => {
    const { status, stdout } = await run(['witness', '--undefined', reaching])
    expect(stdout).toMatch(/^u\.litmus · undefined behaviour · ptx-9\.4\n\n/)
    expect(stdout).toContain(`  undefined behaviour: ${where}\n  finally: `)
    expect(stdout).toMatch(/ld\.relaxed\.gpu\.u32 r0, x +R x = 1\n/)
    expect(stdout).toMatch(/ld\.weak\.u32 r3, \[r2\] +not executed\n/)
    expect(status).toBe(0)
  })

  test('none: a message, and status 1', async () => {
    const { status, stdout } = await run(['witness', '--undefined', write('d.litmus', offsetBy(12))])
    expect([status, stdout]).toEqual([
      1,
      'd.litmus · undefined behaviour · ptx-9.4: no execution reaches undefined behaviour or a trap\n',
    ])
  })

  test('as data, which replays, and is refused where it says something else', async () => {
    const { stdout } = await run(['witness', '--undefined', '--json', reaching])
    const document = witness.parse(JSON.parse(stdout))
    expect(document).toMatchObject({ question: null, undefined: [{ thread: 'P1', address: 'a+16' }] })
    expect((await run(['replay', write('u.json', stdout)])).status).toBe(0)
    const { undefined: _, ...without } = document
    for (const forged of [without, { ...document, undefined: [] }])
      expect(await run(['replay', write('forged.json', JSON.stringify(forged))])).toMatchObject({
        status: 1,
        stdout: expect.stringMatching(/undefined(?:\[0\])? does not follow from the test and the execution/),
      })
  })

  test('each distinct one, by --all', async () => {
    const { stdout } = await run(['witness', '--undefined', '--all', '--json', write('n.litmus', nullPointer)])
    const { complete, witnesses } = witnessList.parse(JSON.parse(stdout))
    expect([complete, witnesses.length]).toEqual([true, 1])
    expect(witnesses[0]?.undefined).toMatchObject([{ problem: 'no memory', address: '0x0', object: null }])
  })

  test('a picture of it says where', async () => {
    expect((await run(['witness', '--undefined', '-f', 'svg', reaching])).stdout).toContain(
      'undefined behaviour: P1 at',
    )
    expect((await run(['witness', '--undefined', '-f', 'dot', reaching])).stdout).toContain('outside of a')
  })

  test.each([['--hang'], ['--question', 'exists']])('not with %s', async (...other) => {
    expect(await run(['witness', '--undefined', ...other, reaching])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--undefined: it cannot be combined with --hang or --question'),
    })
  })
})

test('if no execution reaches an outcome, but one reaches undefined behaviour, the message is that of check', async () => {
  const asked = write('asked.litmus', offsetBy(16, 'exists (P1:r3 == 9)'))
  expect((await run(['witness', asked])).stdout).toContain(
    'forbidden, undefined behaviour is reachable: no consistent execution reaches the outcome; --undefined shows an execution',
  )
  const claim = write('claim.litmus', offsetBy(16, '~exists (P1:r3 == 9)'))
  expect((await run(['witness', claim])).stdout).toContain(
    'ptx-9.4: undefined behaviour is reachable: no consistent execution violates it; --undefined shows an execution',
  )
})

describe('pointers', () => {
  const file = write('p.litmus', publication())

  test('are names in texts and in JSON, and replay', async () => {
    const { stdout } = await run(['witness', file, '--show', 'addr'])
    expect(stdout).toContain('e2: p = &z')
    expect(stdout).toMatch(/st\.relaxed\.gpu\.u64 p, &x +W p = &x/)
    expect(stdout).toMatch(/ld\.weak\.u32 r1, \[r0\] +R x = 0\n/)
    expect(stdout).toMatch(/^ {2}addr +e5 -> e6$/m)
    expect(stdout).toContain('P1:r0 = &x  P1:r1 = 0')
    const json = (await run(['witness', file, '--json'])).stdout
    const document = witness.parse(JSON.parse(json))
    expect(document.events.map(({ value }) => value)).toEqual(['0', '7', '&z', '1', '&x', '&x', '0'])
    expect((await run(['replay', write('p.json', json)])).status).toBe(0)
    const other = json.replaceAll('"&x"', '"&w"')
    expect(await run(['replay', write('other.json', other)])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('events[4].value: the test has no memory at `&w`'),
    })
  })

  test('are names in pictures', async () => {
    expect((await run(['witness', file, '-f', 'svg'])).stdout).toContain('W p = &amp;x')
  })
})

describe('a read of bytes from several writes', () => {
  const file = write('h.litmus', halves)

  test('says which bytes come from which', async () => {
    const parts = /R x = 30064771077(?:, |\\n)bytes 0-3 from e5, 4-7 from e2/
    for (const format of ['text', 'svg', 'dot'])
      expect((await run(['witness', file, '-f', format])).stdout).toMatch(parts)
  })

  test('as data, which replays, and is refused where it says something else', async () => {
    const json = (await run(['witness', file, '--json'])).stdout
    const document = witness.parse(JSON.parse(json))
    expect(document.parts).toEqual([
      { read: 6, bytes: 'x', at: [0, 3], write: 5 },
      { read: 6, bytes: 'x+4', at: [4, 7], write: 2 },
    ])
    expect((await run(['replay', write('h.json', json)])).status).toBe(0)
    const swapped = document.parts?.map((part) => ({ ...part, write: 7 - part.write }))
    const forged = write('forged.json', JSON.stringify({ ...document, parts: swapped }))
    expect(await run(['replay', forged])).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/forged\.json: parts/),
    })
    const unknown = write(
      'unknown.json',
      JSON.stringify({ ...document, parts: [{ ...document.parts?.[0], bytes: 'y' }] }),
    )
    expect(await run(['replay', unknown])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('parts[0].bytes: there is no location `y`'),
    })
  })

  test('a single write is not mentioned, and it replays', async () => {
    const text = halves.replace('30064771077', '9').replace('st.weak.u32 [x], 5', 'st.weak.u64 x, 9')
    const whole = write('w.litmus', text)
    const json = (await run(['witness', whole, '--json'])).stdout
    expect(witness.parse(JSON.parse(json)).parts).toBeUndefined()
    expect((await run(['replay', write('w.json', json)])).status).toBe(0)
  })
})

test('a mixed-size race: not covered, with both places; status 3', async () => {
  expect(await run(['witness', write('m.litmus', mixedSizes)])).toMatchObject({
    status: 3,
    stdout: expect.stringMatching(/not covered: ptx-9\.4 says nothing about .*: m\.litmus:6:1 and m\.litmus:6:27\n$/),
  })
})
