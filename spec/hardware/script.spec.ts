import { type Plan, planOf } from '../../hardware/plan.js'
import type { Script } from '../../hardware/script.js'
import type { Program } from '../../litmus/program.js'
import { compiledTest, moduleOf } from '../litmus/module/modules.js'
import { testIn } from '../support.js'

function scriptIn(program: Program): Script & { readonly parts: readonly Plan[] } {
  const planned = planOf(program)
  if (planned.kind === 'plan' && planned.script !== undefined) return planned.script
  throw new Error(planned.kind === 'plan' ? 'no script' : planned.reasons.map(({ message }) => message).join('\n'))
}

const reasonsOf = (program: Program): readonly string[] => {
  const planned = planOf(program)
  return planned.kind === 'plan' ? [] : planned.reasons.map(({ message }) => message)
}

/** Returns a test with two kernels whose host makes these calls. */
const host = (...calls: readonly string[]): string => `
.global x; .global y; .global a[4]; .global .u64 w; .global .u8 b;
kernel first { d0.b0.t0 { ld r0, [x]; } d0.b1.t0 { st [y], 1; } }
kernel second { d0.b0.t0 { ld r0, [y]; } }
host { first<<<2, 1>>>(); second<<<1, 1>>>(); ${calls.join(' ')} cudaDeviceSynchronize(); }
check ([x] == 0) as q;
`

/** Returns the steps between the launches and the end. */
const stepsIn = (...calls: readonly string[]) => onOne(scriptIn(testIn(host(...calls))).steps.slice(2, -1))

/** Returns the steps of a test on one GPU. */
function onOne(steps: Script['steps']) {
  expect(steps.map(({ gpu }) => gpu)).toEqual(steps.map(() => 0))
  return steps.map(({ gpu: _, ...step }) => step)
}

describe('a test with a host', () => {
  test('has the kernels that it writes, each with its threads, CTAs and texts', () => {
    const { kernels, parts, entries, steps } = scriptIn(testIn(host()))
    expect(kernels).toEqual([
      { name: 'first', threads: [0, 1] },
      { name: 'second', threads: [2] },
    ])
    expect(parts.map(({ ctas, codes }) => [ctas.length, codes.flatMap(({ threads }) => threads)])).toEqual([
      [2, [0, 1]],
      [1, [2]],
    ])
    expect(entries).toEqual([])
    expect(onOne(steps)).toEqual([
      { kind: 'kernel', which: 0, stream: -1, domain: 0, programmatic: false },
      { kind: 'kernel', which: 1, stream: -1, domain: 0, programmatic: false },
      { kind: 'synchronize', awaits: 'device' },
    ])
  })

  test('keeps the order of the calls, and knows streams and events by their numbers', () => {
    const calls = [
      'cudaEventRecord(e, s);',
      'cudaStreamWaitEvent(t, e);',
      'cudaEventRecord(f, t);',
      'cudaEventSynchronize(f);',
      'cudaStreamSynchronize(s);',
    ]
    const { streams, events } = scriptIn(testIn(host(...calls)))
    expect([streams, events].map((some) => some.map(({ name }) => name))).toEqual([
      ['s', 't'],
      ['e', 'f'],
    ])
    expect(stepsIn(...calls)).toEqual([
      { kind: 'record', event: 0, stream: 0 },
      { kind: 'wait', event: 0, stream: 1 },
      { kind: 'record', event: 1, stream: 1 },
      { kind: 'synchronize', awaits: 'event', which: 1 },
      { kind: 'synchronize', awaits: 'stream', which: 0 },
    ])
  })

  test.each([
    ['cudaMemcpyAsync(y, x, s);', { kind: 'copy', to: 'y', from: 'x', bytes: 4, stream: 0 }],
    ['cudaMemcpyAsync(x, y);', { kind: 'copy', to: 'x', from: 'y', bytes: 4, stream: -1 }],
    ['cudaMemsetAsync(a, 258, s);', { kind: 'set', to: 'a', value: 2, bytes: 16, stream: 0 }],
    ['cudaMemsetAsync(b, 7);', { kind: 'set', to: 'b', value: 7, bytes: 1, stream: -1 }],
  ])('%s', (call, expected) => {
    expect(stepsIn(call)[0]).toEqual(expected)
  })

  test.each([
    ['st [x], 3;', 'x', 0n, 4, 'plain', 3n],
    ['st [a[2]], -1;', 'a', 8n, 4, 'plain', -1n],
    ['st.release.sys.u64 [w], 4;', 'w', 0n, 8, 'release', 4n],
    ['st.relaxed.sys.u8 [b], 5;', 'b', 0n, 1, 'relaxed', 5n],
    ['st.volatile [x], 6;', 'x', 0n, 4, 'plain', 6n],
  ])('%s is written', (call, variable, offset, bytes, order, value) => {
    expect(stepsIn(call)).toEqual([{ kind: 'write', variable, offset, bytes, order, value, register: undefined }])
  })

  test.each([
    ['ld r7, [a+4];', 'a', 4n, 4, 'plain'],
    ['ld.acquire.sys.u64 r7, [w];', 'w', 0n, 8, 'acquire'],
    ['ld.relaxed.sys r7, [y];', 'y', 0n, 4, 'relaxed'],
  ])('%s is read', (call, variable, offset, bytes, order) => {
    expect(stepsIn(call)).toEqual([{ kind: 'read', variable, offset, bytes, order, value: 0n, register: 'r7' }])
  })

  test('only memory that the host itself reads or writes is memory of the host', () => {
    const planned = planOf(testIn(host('st [x], 3;', 'ld r7, [w];', 'cudaMemsetAsync(a, 1);')))
    expect(planned.kind === 'plan' && planned.locations.map(({ name, space }) => `${name} ${space}`)).toEqual([
      ...['x host', 'y global', 'a global', 'w host', 'b global'],
    ])
  })

  test.each([
    ['ld r7, [y] == 1;', 'what the host must read is not checked'],
    ['fence.sc.sys;', 'the host only calls, loads and stores here'],
    ['ld r7, [y]; st [x], r7;', 'the host stores integers only here'],
  ])('%s is not runnable', (call, reason) => {
    expect(reasonsOf(testIn(host(call)))).toEqual([reason])
  })

  test('the host does not access memory that has other addresses besides its own', () => {
    const text = host('st [x], 3;').replace('.global y;', '.global y; .global z physically aliases x;')
    expect(reasonsOf(testIn(text))).toEqual([
      'the host reaches only memory that has one address, and no textures or constants',
    ])
  })
})

const entry = (name: string, parameters: string, body = 'ret;'): string =>
  `.visible .entry ${name}(${parameters})\n{\n${body}\n}\n`
const pointers = '.param .u64 p, .param .u32 n'
const launching = (call: string, module: string, declared = '', before = '') =>
  compiledTest(
    `module "k.ptx"; .global .u32 x; .global .u32 out[4]; ${declared} host { ${before} ${call}; cudaDeviceSynchronize(); } check (x == 0) as q;`,
    { 'k.ptx': moduleOf(module) },
  )

describe('a launch of an entry of a module', () => {
  test('has its size, and each argument at its place: addresses by the name of the memory', () => {
    const { entries, modules, steps, kernels } = scriptIn(
      launching('k<<<dim3(2, 3), 64, 128, s>>>(out, 7)', entry('k', pointers)),
    )
    expect(entries).toEqual([
      {
        ...{ name: 'k', module: 0, grid: { x: 2, y: 3, z: 1 }, block: { x: 64, y: 1, z: 1 }, cluster: undefined },
        ...{ cooperative: false, shared: 128 },
        parameters: [
          { bytes: 8, pieces: [{ offset: 0, bytes: 8, value: { variable: 'out', offset: 0n } }] },
          { bytes: 4, pieces: [{ offset: 0, bytes: 4, value: 7n }] },
        ],
      },
    ])
    expect(modules).toEqual([moduleOf(entry('k', pointers))])
    expect(kernels).toEqual([])
    expect(onOne(steps)[0]).toEqual({ kind: 'entry', which: 0, stream: 0, domain: 0, programmatic: false })
  })

  test('may be one of several, each with its number', () => {
    const { entries, steps } = scriptIn(
      launching('a<<<1, 1>>>(out, 1); b<<<1, 1>>>(x, 2)', `${entry('a', pointers)}${entry('b', pointers)}`),
    )
    expect(entries.map(({ name }) => name)).toEqual(['a', 'b'])
    expect(onOne(steps.slice(0, 2))).toEqual([
      { kind: 'entry', which: 0, stream: -1, domain: 0, programmatic: false },
      { kind: 'entry', which: 1, stream: -1, domain: 0, programmatic: false },
    ])
  })

  test('may be of clusters', () => {
    const [made] = scriptIn(launching('k<<<4, 1, cluster(2)>>>(out, 1)', entry('k', pointers))).entries
    expect(made?.cluster).toEqual({ x: 2, y: 1, z: 1 })
  })

  test('has its module in the text that is hashed', () => {
    const hashes = ['ret;', 'bar.sync 0; ret;'].map((body) => {
      const planned = planOf(launching('k<<<1, 1>>>(out, 7)', entry('k', pointers, body)))
      return planned.kind === 'plan' ? planned.hash : 'none'
    })
    expect(new Set([...hashes, 'none']).size).toBe(3)
  })

  const counting = (declared: string): string =>
    `${declared}\n${entry('k', pointers, '.reg .b32 %r<2>; atom.global.add.u32 %r1, [own], 1; ret;')}`

  test('may use memory of its module, whose instances take turns', () => {
    const launch = launching('k<<<1, 1>>>(own, 7)', counting('.global .align 4 .u32 own = 3;'))
    const { owned, inTurn, entries, modules } = scriptIn(launch)
    expect([owned, inTurn]).toEqual([[{ variable: 'own', module: 0, name: 'own', gpu: 0 }], true])
    expect(entries[0]?.parameters[0]?.pieces[0]?.value).toEqual({ variable: 'own', offset: 0n })
    // The driver finds only what is visible.
    expect(modules[0]).toContain('.visible .global .align 4 .u32 own = 3;')
    const visible = '.visible .global .u32 own;'
    expect(scriptIn(launching('k<<<1, 1>>>(out, 7)', counting(visible))).modules).toEqual([moduleOf(counting(visible))])
  })

  test('has the memory of a module on each GPU', () => {
    const calls = 'k<<<1, 1>>>(own, 1); k<<<1, 1, device(1)>>>(own, 1)'
    const { owned, entries } = scriptIn(launching(calls, counting('.global .u32 own;')))
    expect(owned.map(({ variable, name, gpu }) => [variable, name, gpu])).toEqual([
      ['d0:own', 'own', 0],
      ['d1:own', 'own', 1],
    ])
    expect(entries.map(({ parameters: [first] }) => first?.pieces[0]?.value)).toEqual([
      { variable: 'd0:own', offset: 0n },
      { variable: 'd1:own', offset: 0n },
    ])
    expect(reasonsOf(launching(calls, counting('.global .attribute(.managed) .u32 own;')))).toEqual([
      '`own` is managed memory, which each GPU would have here',
    ])
  })

  test('that is programmatic and has a kernel before it makes instances take turns', () => {
    const modules = `${entry('a', pointers)}${entry('b', pointers)}`
    const dependent = scriptIn(launching('a<<<1, 1>>>(x, 1); b<<<1, 1, programmatic>>>(out, 1)', modules))
    expect(dependent.steps.map((step) => 'programmatic' in step && step.programmatic)).toEqual([false, true, false])
    expect(dependent.inTurn).toBe(true)
    const early = scriptIn(launching('a<<<1, 1, programmatic>>>(x, 1)', modules))
    expect(early.steps.map((step) => 'programmatic' in step && step.programmatic)).toEqual([false, false])
    expect(early.inTurn).toBe(false)
  })

  test.each([
    [
      'an address in memory of the module',
      counting('.global .u32 other;\n.global .u64 own = other;'),
      '',
      '`own` holds an address at first, which differs between instances',
    ],
    [
      'kernels of both kinds',
      entry('k', pointers),
      'kernel other { d0.b0.t0 { st [x], 1; } }',
      'it launches both kernels that it writes and entries of modules',
    ],
  ])('is not runnable with %s', (_, module, declared, reason) => {
    const before = declared === '' ? '' : 'other<<<1, 1>>>();'
    expect(reasonsOf(launching('k<<<1, 1>>>(out, 7)', module, declared, before))).toEqual([reason])
  })
})

test('a kernel with griddepcontrol has CTAs of its own, whose triggers are those of one instance', () => {
  const text = `.global x; kernel a { d0.b0.t0 { st [x], 1; griddepcontrol.launch_dependents; } } kernel b { d0.b0.t0 { ld r0, [x]; } }
    host { a<<<1, 1, 0, s>>>(); b<<<1, 1, 0, s, programmatic>>>(); } check (r0 == 1) as q;`
  const { parts, steps, inTurn } = scriptIn(testIn(text))
  expect(parts.map(({ placement }) => placement)).toEqual(['exact', 'spread'])
  expect(steps.map((step) => 'programmatic' in step && step.programmatic)).toEqual([false, true])
  // One launch has all instances.
  expect(inTurn).toBe(false)
})

describe('a test on two GPUs', () => {
  /** Returns a test with two kernels, the second on another GPU. */
  const ranks = (...calls: readonly string[]): Program =>
    testIn(
      `.global x; kernel a { d1.b0.t0 { st [x], 1; } } kernel b { d3.b0.t0 { st [x], 2; } } host { ${calls.join(' ')} } check (x == 1) as q;`,
    )
  const placed = (program: Program) => {
    const { steps, streams, events, gpus } = scriptIn(program)
    return [
      gpus,
      steps.map(({ gpu }) => gpu),
      ...[streams, events].map((all) => all.map(({ name, gpu }) => [name, gpu])),
    ]
  }

  test('has each step, stream and event on its GPU, by its place among them', () => {
    const calls = [
      'cudaSetDevice(1); a<<<1, 1, 0, s>>>(); cudaEventRecord(e, s);',
      'cudaStreamWaitEvent(t, e); cudaSetDevice(3); b<<<1, 1, 0, t>>>(); cudaDeviceSynchronize();',
    ]
    expect(placed(ranks(...calls))).toEqual([
      [1, 3],
      [0, 0, 1, 1, 1],
      [
        ['s', 0],
        ['t', 1],
      ],
      [['e', 0]],
    ])
  })

  test('may name them by its threads alone', () => {
    expect(placed(ranks('a<<<1, 1, 0, s>>>(); b<<<1, 1, 0, t>>>(); cudaStreamSynchronize(s);')).slice(0, 2)).toEqual([
      [1, 3],
      [0, 1, 0],
    ])
  })

  test('states the domain of a launch', () => {
    const { steps } = scriptIn(ranks('a<<<1, 1, device(1), domain(1)>>>(); b<<<1, 1, device(3)>>>();'))
    expect(steps.map((step) => 'domain' in step && step.domain)).toEqual([1, 0])
  })

  test('has streams for the default streams of both if entries run there, so that instances overlap', () => {
    const entry = '.visible .entry k(.param .u64 p) { ret; }'
    const launches = 'k<<<1, 1>>>(x); k<<<1, 1, device(1)>>>(x); cudaDeviceSynchronize();'
    const text = `module "k.ptx"; .global .u32 x; host { ${launches} } check (x == 0) as q;`
    const program = compiledTest(text, { 'k.ptx': moduleOf(entry) })
    expect(placed(program)).toEqual([
      [0, 1],
      [0, 1, 0],
      [
        ['cudaStreamLegacy', 0],
        ['cudaStreamLegacy of GPU 1', 1],
      ],
      [],
    ])
  })

  test('may be on three', () => {
    const third = 'a<<<1, 1, device(1)>>>(); b<<<1, 1, device(3)>>>(); cudaMemsetAsync(x, 0);'
    expect(placed(ranks(third)).slice(0, 2)).toEqual([
      [0, 1, 3],
      [1, 2, 0],
    ])
  })

  test('is refused for a copy that waits for both', () => {
    const copy = 'a<<<1, 1, device(1)>>>(); b<<<1, 1, device(3)>>>(); cudaMemcpyPeerAsync(x, 1, x, 3);'
    expect(reasonsOf(ranks(copy))).toEqual([
      'all memory is on one GPU here, so a copy between GPUs would not wait for both; name a stream',
    ])
  })
})
