/** Writes the CUDA C++ of one test: the thread that runs each text, the kernel, and the test's row in the table. */

import { match } from 'ts-pattern'
import type { DataType } from '../litmus/operand.js'
import { printable } from '../source/diagnostic.js'
import { largest } from '../source/largest.js'
import { must } from '../source/must.js'
import type { PlannedCode } from './codes.js'
import { quoted } from './names.js'
import type { Observed, Plan, PlannedLocation } from './plan.js'
import type { Mention } from './ptx/mentions.js'
import { containerBits, harnessRegisters } from './ptx/writing.js'
import { scriptText } from './script-text.js'
import { sharedLayout } from './shared-layout.js'

/** Returns the text of a test's kernels and the data of its row, with a number that tells it from the other tests of the program. */
export function kernelText(plan: Plan, number: number): string {
  const parts = partsOf(plan, number)
  return [
    comment(plan.test),
    ...plan.text
      .trimEnd()
      .split('\n')
      .map((line) => comment(`  ${line}`)),
    ...parts.flatMap(({ part, name }) => [...roleText(part, name), '', ...runText(part, name), '']),
    ...dataText(plan, number),
    '',
  ].join('\n')
}

/** Returns a one-line comment. A final backslash, which would continue it on the next line, is removed. */
const comment = (line: string): string => `// ${printable(line)}`.trimEnd().replace(/\\$/, '\\ .')

/** Returns the kernels of a test with the names of their functions: a single one, or those that its host launches. */
const partsOf = (plan: Plan, number: number): readonly { readonly part: Plan; readonly name: string }[] =>
  plan.script === undefined
    ? [{ part: plan, name: `${number}` }]
    : plan.script.parts.map((part, i) => ({ part, name: `${number}_${i}` }))

/** Returns the text that tells which thread of the test runs at a place in a CTA. */
function roleText({ ctas, placement }: Plan, name: string): readonly string[] {
  const cases = ctas.flatMap(({ threads }, cta) =>
    threads.map(
      ({ thread, place }, i) =>
        `  if (cta == ${cta} && place == ${placement === 'exact' ? place : i}) return ${thread};`,
    ),
  )
  return [`static __device__ int role_${name}(int cta, int place) {`, ...cases, '  return -1;', '}']
}

/** Returns the number of places for threads in a CTA. */
const placesOf = ({ ctas, placement }: Plan): number =>
  placement === 'exact'
    ? Math.ceil((Math.max(...ctas.flatMap(({ threads }) => threads.map(({ place }) => place))) + 1) / 32) * 32
    : Math.max(...ctas.map(({ threads }) => threads.length))

function runText(plan: Plan, name: string): readonly string[] {
  const { placement, ctas, codes, clusterSize, addsBarrier } = plan
  const shared = sharedLayout(plan)
  const exact = placement === 'exact'
  const initial = sharedInitial(plan)
  const finals = sharedFinals(plan)
  const loops = codes.some(({ text }) => text.loops)
  const expects = codes.some(({ text }) => text.expects)
  const counted = ctas.reduceRight(
    (others, { threads }, cta) => `(block.cta == ${cta} ? ${threads.length} : ${others})`,
    '0',
  )
  return [
    `static __global__ void run_${name}(const Run run) {`,
    `  constexpr int ctas = ${ctas.length}, places = ${placesOf(plan)};`,
    ...(shared.bytes > 0 ? ['  extern __shared__ __align__(1024) char shared_memory[];'] : []),
    ...(exact && finals.length > 0 ? ['  __shared__ unsigned done;'] : []),
    '  const Block block = block_of(run);',
    '  if (block.cta < 0) { disturb(run); return; }',
    '  for (unsigned round = 0; round < run.rounds; ++round) {',
    `    const Place at = ${exact ? 'exact_place' : 'spread_place'}(run, block, places, round);`,
    `    const int role = role_${name}(block.cta, at.place);`,
    ...(loops ? ['    unsigned budget = run.budget, gave_up = 0;'] : []),
    ...(expects ? ['    unsigned missed = 0;'] : []),
    ...(shared.bytes > 0 ? [`    char *const own = shared_memory + at.local * ${shared.bytes};`] : []),
    ...initial.map((line) => `    ${line}`),
    ...(exact && finals.length > 0 ? ['    if (threadIdx.x == 0) done = 0;'] : []),
    '    if (touches(run, at, role)) switch (role) {',
    ...codes.flatMap((code) => [
      ...casesOf(code, '      '),
      ...touchText(code, plan).map((line) => `        ${line}`),
      '        break;',
      '      }',
    ]),
    '    }',
    `    start(run, block, at, ctas, round, ${clusterSize !== undefined});`,
    ...(exact ? ['    if (role < 0) return;'] : []),
    '    switch (role) {',
    ...codes.flatMap((code) => [
      ...casesOf(code, '      '),
      ...codeText(code, plan).map((line) => `        ${line}`),
      '        break;',
      '      }',
    ]),
    '    }',
    ...(loops ? ['    if (gave_up) atomicOr_system(run.flags + at.instance, 1u);'] : []),
    ...(expects ? ['    if (missed) atomicOr_system(run.flags + at.instance, 2u);'] : []),
    ...(finals.length === 0
      ? exact || shared.bytes === 0
        ? []
        : ['    __syncthreads();']
      : exact
        ? [
            ...(addsBarrier ? ['    cluster_barrier();'] : []),
            '    __threadfence_block();',
            `    if (atomicAdd(&done, 1u) + 1 == ${counted}) {`,
            ...finals.map((line) => `      ${line}`),
            '    }',
          ]
        : [
            '    __syncthreads();',
            '    if (at.place == 0) {',
            ...finals.map((line) => `      ${line}`),
            '    }',
            '    __syncthreads();',
          ]),
    ...(finals.length === 0 && addsBarrier ? ['    cluster_barrier();'] : []),
    '  }',
    '}',
  ]
}

const casesOf = ({ threads }: PlannedCode, indent: string): readonly string[] =>
  threads.map((thread, i) => `${indent}case ${thread}:${i === threads.length - 1 ? ' {' : ''}`)

/** Returns the text that gives shared memory its initial values, in each instance. */
function sharedInitial(plan: Plan): readonly string[] {
  const { at } = sharedLayout(plan)
  const lines = plan.locations.flatMap(({ space, declared, cta, bytes, elementBits, initial }) => {
    if (space !== 'shared' || cta === undefined) return []
    const where = must(at.get(declared), 'a place of shared memory')
    const values = initial.flatMap((value, i) =>
      typeof value === 'bigint' && value !== 0n
        ? [`put(own + ${where + (i * elementBits) / 8}, ${elementBits / 8}, ${value}ull);`]
        : [],
    )
    return [`if (block.cta == ${cta}) { clear(own + ${where}, ${bytes}); ${values.join(' ')} }`]
  })
  return lines.length === 0 ? [] : ['if (at.place == 0) {', ...lines.map((line) => `  ${line}`), '}']
}

/** Returns the index of an observed value among those of an instance. */
const slot = (plan: Plan, observed: Observed): number => plan.observed.indexOf(observed)

function sharedFinals(plan: Plan): readonly string[] {
  const { at } = sharedLayout(plan)
  return plan.observed.flatMap((observed) => {
    if (observed.from.kind !== 'memory') return []
    const location = must(plan.locations[observed.from.location], 'the location of a final value')
    if (location.space !== 'shared' || location.cta === undefined) return []
    const where = must(at.get(location.declared), 'a place of shared memory') + observed.from.offset
    return [
      `if (block.cta == ${location.cta}) at.result[${slot(plan, observed)}] = got(own + ${where}, ${observed.type.width / 8});`,
    ]
  })
}

/** Returns the address of memory in C++, in the form in which a thread names it. */
function addressText({ variable, form }: Mention, plan: Plan): string {
  const { location, view } = must(plan.names.get(variable), 'the name of memory')
  const { space, declared, cta } = must(plan.locations[location], 'the location of a name')
  const { at } = sharedLayout(plan)
  return match(form)
    .with('generic', () =>
      space === 'shared'
        ? sharedGeneric(must(at.get(declared), 'a place of shared memory'), plan, cta ?? 0)
        : space === 'const'
          ? `constant_address(run, at, ${location})`
          : space === 'host'
            ? `host_address(run, at, ${location})`
            : `address(run, at, ${view}, ${location})`,
    )
    .with('shared', () => `shared_address(own + ${at.get(declared)})`)
    .with('shared::cluster', () => `cluster_address(own + ${at.get(declared)}, ${rankOf(plan, cta ?? 0)})`)
    .with('const', () => `constant_space(run, at, ${location})`)
    .with('texture', () => 'run.texture')
    .with('local', () => '0')
    .exhaustive()
}

/** A CTA without a cluster is one by itself. */
const rankOf = ({ clusterSize }: Plan, cta: number): number => (clusterSize === undefined ? 0 : cta % clusterSize)

/** Returns a generic address of this CTA's shared memory, or of another CTA's in the cluster. */
const sharedGeneric = (offset: number, plan: Plan, cta: number): string =>
  plan.clusterSize === undefined
    ? `(unsigned long long)(own + ${offset})`
    : `peer_address(own + ${offset}, ${rankOf(plan, cta)})`

/** Returns the text that reads memory before the test begins, so that old values are cached near its threads. */
function touchText({ text }: PlannedCode, plan: Plan): readonly string[] {
  return text.mentions.flatMap((mention) => {
    const { location } = must(plan.names.get(mention.variable), 'the name of memory')
    const { space } = must(plan.locations[location], 'the location of a name')
    const by = match(mention.form)
      .with('generic', () => (space === 'shared' ? undefined : 'touch'))
      .with('const', () => 'touch_constant')
      .otherwise(() => undefined)
    if (mention.form === 'texture') return [`touch_texture(run, texture_index(run, at, ${location}));`]
    if (by === undefined) return []
    const nc = text.lines.some((line) => line.startsWith('ld.global.nc') && line.includes(`[${mention.register}`))
    return [
      `${by}(run, ${addressText(mention, plan)});`,
      ...(nc ? [`touch_read_only(run, ${addressText(mention, plan)});`] : []),
    ]
  })
}

const containerType = (type: DataType): { readonly letter: string; readonly cpp: string } =>
  match(containerBits(type))
    .with(16, () => ({ letter: 'h', cpp: 'unsigned short' }))
    .with(32, () => ({ letter: 'r', cpp: 'unsigned' }))
    .otherwise(() => ({ letter: 'l', cpp: 'unsigned long long' }))

function codeText(code: PlannedCode, plan: Plan): readonly string[] {
  const { text, threads } = code
  const observed = plan.observed.filter(
    ({ from }) => from.kind === 'register' && threads.includes(from.thread) && text.registers.has(from.name),
  )
  const names = [...new Set(observed.map(({ from }) => ('name' in from ? from.name : '')))]
  const out = names.map((name, i) => {
    const { name: register, type, predicate } = must(text.registers.get(name), 'a register that the text names')
    return {
      name,
      register,
      predicate,
      variable: `out${i}`,
      ...(predicate ? { letter: 'r', cpp: 'unsigned' } : containerType(type)),
    }
  })
  const inputs = text.mentions.flatMap((mention) => [
    { register: mention.register, type: 'b64', letter: 'l', value: addressText(mention, plan) },
    ...(mention.form === 'texture'
      ? [
          {
            register: `${mention.register}_index`,
            type: 's32',
            letter: 'r',
            value: `texture_index(run, at, ${plan.names.get(mention.variable)?.location})`,
          },
        ]
      : []),
  ])
  const flags = [
    ...(text.loops ? [harnessRegisters.budget, harnessRegisters.gaveUp] : []),
    ...(text.expects ? [harnessRegisters.missed] : []),
  ]
  const first = flags.length + out.length
  const asm = (line: string): string => `"${line.replaceAll('%', '%%').replaceAll('"', '\\"')}\\n\\t"`
  const declared = [...text.registers.values()].map(({ name, type, predicate }) =>
    predicate ? `.reg .pred ${name};` : `.reg .b${containerBits(type)} ${name};`,
  )
  return [
    ...out.map(({ cpp, variable }) => `${cpp} ${variable};`),
    'asm volatile(',
    ...[
      ...['{', ...declared].map(asm),
      ...flags.map((flag, i) => `".reg .b32 ${flag}; mov.b32 ${flag}, %${i};\\n\\t"`),
      ...inputs.map(
        ({ register, type, letter }, i) =>
          `".reg .${type} ${register}; mov.${letter === 'l' ? 'b64' : 'b32'} ${register}, %${first + i};\\n\\t"`,
      ),
      ...text.lines.map(asm),
      ...(text.loops ? [asm(`${harnessRegisters.end}:`)] : []),
      ...flags.map((flag, i) => `"mov.b32 %${i}, ${flag};\\n\\t"`),
      ...out.map(({ register, letter, predicate }, i) =>
        predicate
          ? `"selp.u32 %${flags.length + i}, 1, 0, ${register};\\n\\t"`
          : `"mov.b${letter === 'h' ? 16 : letter === 'r' ? 32 : 64} %${flags.length + i}, ${register};\\n\\t"`,
      ),
      asm('}'),
    ].map((line) => `  ${line}`),
    `  : ${[...flags.map((flag) => `"+r"(${flag})`), ...out.map(({ letter, variable }) => `"=${letter}"(${variable})`)].join(', ')}`,
    // Without operands, the compiler would not expand the text.
    `  : ${(inputs.length + first === 0 ? [{ letter: 'r', value: 'role' }] : inputs).map(({ letter, value }) => `"${letter}"(${value})`).join(', ')}`,
    '  : "memory");',
    ...out.flatMap(({ name, variable }) =>
      observed
        .filter(({ from }) => 'name' in from && from.name === name)
        .map((one) => {
          const thread = one.from.kind === 'register' ? one.from.thread : -1
          const write = `at.result[${slot(plan, one)}] = ${variable};`
          return threads.length === 1 ? write : `if (role == ${thread}) ${write}`
        }),
    ),
  ]
}

/** Returns the tables of a test, and its row. */
function dataText(plan: Plan, number: number): readonly string[] {
  const { locations, observed, placement, ctas, clusterSize, names, script } = plan
  const parts = partsOf(plan, number)
  const initial = locations.flatMap((location, i) =>
    location.space === 'shared' ? [] : initialRows(location, i, plan),
  )
  const isTextured = parts.some(({ part }) =>
    part.codes.some(({ text }) => text.mentions.some(({ form }) => form === 'texture')),
  )
  const gpus =
    script === undefined
      ? largest(
          ctas.map(({ gpu }) => gpu + 1),
          1,
        )
      : Math.max(1, script.gpus.length)
  return [
    `static const Location locations_${number}[] = {`,
    ...locations.map(
      ({ name, space, bytes, alignment }) => `  {${quoted(name)}, ${spaces[space]}, ${bytes}, ${alignment}},`,
    ),
    '};',
    `static const Initial initial_${number}[] = {`,
    ...initial.map((row) => `  ${row},`),
    '  {-1, 0, 0, 0, -1, 0},',
    '};',
    `static const Observed observed_${number}[] = {`,
    ...observed.map(({ name, type, from }) => {
      const memory = from.kind === 'memory' && locations[from.location]?.space !== 'shared' ? from : undefined
      return `  {${quoted(name)}, ${type.width / 8}, ${type.signed}, ${memory?.location ?? -1}, ${memory?.offset ?? 0}},`
    }),
    '};',
    ...(script === undefined ? [] : scriptText(plan, script, number, placesOf)),
    `static const Test test_${number} = {`,
    `  ${quoted(printable(plan.test))}, "${plan.hash}", ${script === undefined ? `run_${number}` : 'nullptr'},`,
    `  /* exact */ ${placement === 'exact'}, /* CTAs */ ${ctas.length}, /* places */ ${script === undefined ? placesOf(plan) : 0}, /* cluster */ ${clusterSize ?? 0},`,
    `  /* GPUs */ ${gpus}, /* their CTAs */ {${Array.from({ length: gpus }, (_, gpu) => ctas.filter((one) => one.gpu === gpu).length).join(', ')}},`,
    `  /* shared bytes */ ${script === undefined ? sharedLayout(plan).bytes : 0}, /* addresses */ ${Math.max(...[...names.values()].map(({ view }) => view + 1), 1)}, /* texture */ ${isTextured},`,
    `  ${locations.length}, locations_${number}, ${initial.length}, initial_${number}, ${observed.length}, observed_${number}, ${script === undefined ? 'nullptr' : `&script_${number}`},`,
    '};',
  ]
}

const spaces = { global: 'in_global', shared: 'in_shared', const: 'in_constant', host: 'in_host' } as const

function initialRows({ initial, elementBits }: PlannedLocation, index: number, plan: Plan): readonly string[] {
  return initial.flatMap((value, i) => {
    const offset = (i * elementBits) / 8
    if (typeof value === 'bigint')
      return value === 0n ? [] : [`{${index}, ${offset}, ${elementBits / 8}, ${value}ull, -1, 0}`]
    if (value === 'unknown') return []
    const { location, view } = must(plan.names.get(value.variable), 'the name of memory')
    return [`{${index}, ${offset}, ${elementBits / 8}, ${value.offset}ull, ${view}, ${location}}`]
  })
}
