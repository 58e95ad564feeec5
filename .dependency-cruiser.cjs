/** Rules of `npm run lint` for imports: those between rooms, and those of packages. */

const { arrows, inside, reach } = require('./rooms.cjs')

const rooms = Object.keys(arrows)

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...rooms.map((room) => ({
      name: `${room}-imports`,
      severity: 'error',
      comment: `${room} may import ${reach(room).join(', ') || 'nothing of ours'}`,
      from: { path: inside(room) },
      to: { path: rooms.map(inside), pathNot: [inside(room), ...reach(room).map(inside)] },
    })),
    {
      name: 'z3-in-one-file',
      severity: 'error',
      comment:
        'cli/z3/start.ts loads z3-solver; encoder/solver/smt.ts has its types alone (swc cannot tell: spec/index.spec.ts does)',
      from: {
        pathNot: ['^cli/z3/start\\.ts$', '^encoder/solver/smt\\.ts$', '^bench/bare\\.mjs$'],
      },
      to: { path: 'node_modules/z3-solver' },
    },
    {
      name: 'core-without-node',
      severity: 'error',
      comment: 'what a browser loads imports nothing of Node',
      from: { path: ['web', 'index.ts', ...reach('index.ts')].map(inside), pathNot: '^web/(build|site)\\.mjs$' },
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
