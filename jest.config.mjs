/** The configuration of jest, with settings that keep specs fast on two cores. */

const transformed = {
  target: 'es2022',
  parser: { syntax: 'typescript' },
}

export default {
  testMatch: ['<rootDir>/spec/**/*.spec.ts'],
  testEnvironment: '<rootDir>/spec/environment.mjs',
  reporters: ['default', '<rootDir>/spec/slowest.mjs'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  moduleFileExtensions: ['ts', 'js', 'mjs', 'cjs', 'json', 'node'],
  transform: { '^.+\\.ts$': ['@swc/jest', { sourceMaps: true, jsc: transformed }] },
  // The limit only catches hangs: on a loaded machine anything may take minutes.
  testTimeout: 600_000,
  maxWorkers: '100%',
  // On a loaded machine, a worker of 700 MB takes more than jest's half second to end.
  workerGracefulExitTimeout: 60_000,
  // Before Node 24, the modules of a file stay in memory after it; a worker that starts anew compiles z3 again, in a
  // second.
  workerIdleMemoryLimit: '900MB',
}
