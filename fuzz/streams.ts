/**
 * Small random programs with a host: two kernels, copies, streams, events, and accesses by several mappings and
 * proxies.
 */

import fc from 'fast-check'

const streams = ['a', 'b', ''] as const
const say = (...parts: readonly (string | fc.Arbitrary<string>)[]): fc.Arbitrary<string> =>
  fc.tuple(...parts.map((part) => (typeof part === 'string' ? fc.constant(part) : part))).map((all) => all.join(''))

const name = fc.constantFrom('x', 'y', 'z')
const stream = fc.constantFrom(...streams)
const streamArgument = stream.map((name) => (name === '' ? '' : `, ${name}`))
const value = fc.constantFrom('0', '1', '2')

/** `!` is replaced by a register of the thread. */
const device = fc.oneof(
  { weight: 4, arbitrary: say('ld.weak !, [', name, ']') },
  { weight: 2, arbitrary: say('ld.acquire.', fc.constantFrom('gpu', 'sys'), ' !, [', name, ']') },
  { weight: 4, arbitrary: say('st.weak [', name, '], ', value) },
  { weight: 2, arbitrary: say('st.release.', fc.constantFrom('gpu', 'sys'), ' [', name, '], ', value) },
  {
    weight: 3,
    arbitrary: fc.constantFrom('ldc !, [c]', 'tld !, [t]', 'suld !, [s]', 'sust.weak [s], 2', 'ld.global.nc !, [x]'),
  },
  { weight: 1, arbitrary: say('atom.acq_rel.gpu.add !, [', name, '], 1') },
  { weight: 2, arbitrary: say('fence.proxy.', fc.constantFrom('alias', 'constant', 'texture', 'surface')) },
)

const call = fc.oneof(
  { weight: 2, arbitrary: say('cudaMemcpyAsync(', name, ', ', name, streamArgument, ')') },
  { weight: 1, arbitrary: say('cudaMemsetAsync(', name, ', 1', streamArgument, ')') },
  { weight: 3, arbitrary: say('cudaEventRecord(', fc.constantFrom('e', 'f'), streamArgument, ')') },
  {
    weight: 3,
    arbitrary: say(
      'cudaStreamWaitEvent(',
      stream.map((name) => name || '0'),
      ', ',
      fc.constantFrom('e', 'f'),
      ')',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'cudaStreamSynchronize(a)',
      'cudaStreamSynchronize(0)',
      'cudaEventSynchronize(e)',
      'cudaDeviceSynchronize()',
    ),
  },
  { weight: 2, arbitrary: say('ld.', fc.constantFrom('weak', 'acquire.sys'), ' !, [', name, ']') },
  { weight: 2, arbitrary: say('st.', fc.constantFrom('weak', 'release.sys'), ' [', name, '], ', value) },
)

/**
 * Draws texts of tests. Events are recorded and streams used before anything else, so that every wait has something to
 * wait for.
 */
export function streamPrograms(): fc.Arbitrary<string> {
  const thread = fc.array(device, { minLength: 1, maxLength: 2 })
  const condition = fc.array(fc.tuple(fc.nat(), value), { minLength: 1, maxLength: 2 })
  return fc
    .record({
      first: fc.tuple(thread, stream),
      second: fc.tuple(thread, stream),
      calls: fc.array(call, { maxLength: 4 }),
      places: fc.tuple(fc.nat(), fc.nat()),
      asked: fc.tuple(condition, condition),
    })
    .map(({ first, second, calls, places: [one, two], asked }) => {
      const kernels = [first, second].map(([body], i) => ({ name: `k${i}`, body: filled(body) }))
      const launch = (kernel: number, name: string) => `k${kernel}<<<1, 1${name === '' ? '' : `, 0, ${name}`}>>>()`
      const launches = [
        { at: one, text: launch(0, first[1]) },
        { at: two, text: launch(1, second[1]) },
      ]
      const launched = launches.reduce<readonly string[]>(
        (list, { at, text }) => list.toSpliced(at % (list.length + 1), 0, text),
        calls,
      )
      const host = filled(['cudaEventRecord(e, a)', 'cudaEventRecord(f, b)', ...launched])
      const registers = [
        ...kernels.map(({ name, body }) => [`${name}.d0.b0.t0`, body] as const),
        ['host', host] as const,
      ]
      const terms = [
        '[x]',
        '[y]',
        ...registers.flatMap(([owner, body]) =>
          ['r0', 'r1']
            .filter((register) => body.some((one) => one.includes(` ${register},`)))
            .map((r) => `${owner}:${r}`),
        ),
      ]
      const questions = asked.map((compared, i) => {
        const condition = compared.map(([which, value]) => `${terms[which % terms.length]} == ${value}`).join(' && ')
        return `check (${condition}) as q${i};`
      })
      return [
        '.global x; .global y; .global z physically aliases x;',
        '.constref c virtually aliases x; .texref t virtually aliases x; .surfref s virtually aliases x;',
        ...kernels.map(({ name, body }) => `kernel ${name} { d0.b0.t0 { ${body.map((one) => `${one};`).join(' ')} } }`),
        `host { ${host.map((one) => `${one};`).join(' ')} }`,
        ...questions,
      ].join('\n')
    })
}

/** Puts a register into each open place, in turn. */
const filled = (body: readonly string[]): readonly string[] => body.map((one, i) => one.replace('!', `r${i % 2}`))
