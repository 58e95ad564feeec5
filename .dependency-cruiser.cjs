// The directions of import between the rooms. A program goes from text to verdict; nothing leads back.
const rooms = {
  source: [],
  litmus: ['source'],
  'axioms/algebra': ['source'],
  axioms: ['axioms/algebra'],
  encoder: ['source', 'litmus', 'axioms/algebra'],
  witness: ['source', 'litmus', 'axioms/algebra', 'encoder'],
  explain: ['source', 'litmus', 'axioms/algebra', 'encoder', 'witness'],
  cli: ['source', 'litmus', 'axioms', 'encoder', 'witness', 'explain'],
}

const inside = (room) => (room === 'axioms' ? '^axioms/(?!algebra/)' : `^${room}/`)

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...Object.entries(rooms).map(([room, allowed]) => ({
      name: `${room}-imports`,
      severity: 'error',
      comment: `${room}/ may import ${allowed.length === 0 ? 'nothing of ours' : allowed.map((one) => `${one}/`).join(', ')}`,
      from: { path: inside(room) },
      to: {
        path: '^(source|litmus|axioms|encoder|witness|explain|cli|spec|bench|index)',
        pathNot: [inside(room), ...allowed.map((one) => `^${one}/`)],
      },
    })),
    {
      name: 'one-model-to-a-file',
      severity: 'error',
      comment: 'a model file imports the algebra only; models.ts lists the models',
      from: { path: '^axioms/[^/]+\\.ts$', pathNot: '^axioms/models\\.ts$' },
      to: { path: '^axioms/[^/]+\\.ts$' },
    },
    {
      name: 'z3-in-one-file',
      severity: 'error',
      from: { pathNot: ['^encoder/smt\\.ts$', '^bench/bare\\.mjs$'] },
      to: { path: 'node_modules/z3-solver' },
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
