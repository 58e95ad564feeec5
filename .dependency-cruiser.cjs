// The directions of import between the rooms. A program goes from text to verdict; nothing leads back.
const language = ['source', 'litmus', 'axioms/algebra']
const encoder = [
  'encoder/values',
  'encoder/events',
  'encoder/relations',
  'encoder/execution',
  'encoder/formula',
  'encoder/solver',
  'encoder/decide',
]
/** The rooms of the encoder up to this one. */
const upTo = (room) => encoder.slice(0, encoder.indexOf(room))
const core = [...language, 'axioms', ...encoder, 'report', 'witness', 'explain']

/** Each room, and which others it may import. */
const rooms = {
  source: [],
  litmus: ['source'],
  'axioms/algebra': ['source'],
  axioms: ['source', 'axioms/algebra'],
  ...Object.fromEntries(encoder.map((room) => [room, [...language, ...upTo(room)]])),
  'encoder/solver': [],
  report: ['source'],
  witness: [...language, ...encoder, 'report'],
  explain: [...language, ...encoder, 'report', 'witness'],
  'cli/z3': ['encoder/solver'],
  'cli/console': ['source', 'report'],
  'cli/threads': [...core, 'cli/console'],
  'cli/tables': [...core, 'cli/console', 'cli/input'],
  'cli/input': [...core, 'cli/console'],
  'cli/commandline': [...core, 'cli/console', 'cli/input', 'cli/threads'],
  cli: [...core, 'cli/z3', 'cli/console', 'cli/input', 'cli/tables', 'cli/threads', 'cli/commandline'],
  fuzz: [...core, 'cli/z3'],
  bench: [...core, 'cli/z3', 'cli/console', 'cli/input', 'fuzz'],
  spec: [
    ...core,
    'cli',
    'cli/z3',
    'cli/console',
    'cli/input',
    'cli/tables',
    'cli/threads',
    'cli/commandline',
    'fuzz',
    'bench',
  ],
}

/** The files of a room; rooms inside it are none of its own. */
const inside = (room) => {
  const inner = Object.keys(rooms).filter((other) => other.startsWith(`${room}/`))
  const names = inner.map((other) => `${other.slice(room.length + 1)}/`)
  return names.length === 0 ? `^${room}/` : `^${room}/(?!${names.join('|')})`
}

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...Object.entries(rooms).map(([room, allowed]) => ({
      name: `${room}-imports`,
      severity: 'error',
      comment: `${room}/ may import ${allowed.length === 0 ? 'nothing of ours' : allowed.map((one) => `${one}/`).join(', ')}`,
      from: { path: inside(room) },
      to: {
        path: '^(source|litmus|axioms|encoder|report|witness|explain|cli|fuzz|bench|spec|index|node\\.ts)',
        pathNot: [inside(room), ...allowed.map(inside), ...(room === 'spec' ? ['^index\\.ts$'] : [])],
      },
    })),
    {
      name: 'z3-in-one-file',
      severity: 'error',
      comment:
        'cli/z3/start.ts loads z3-solver; encoder/solver/smt.ts has its types alone (swc cannot tell: spec/index.spec.ts does)',
      from: { pathNot: ['^cli/z3/start\\.ts$', '^encoder/solver/smt\\.ts$', '^bench/bare\\.mjs$'] },
      to: { path: 'node_modules/z3-solver' },
    },
    {
      name: 'core-without-node',
      severity: 'error',
      comment: 'what a browser loads imports nothing of Node',
      from: { path: `^(${core.join('|')})/|^index\\.ts$` },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|coverage)/' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.js', '.mjs', '.d.ts'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
}
