export default {
  testMatch: ['<rootDir>/spec/**/*.spec.ts'],
  testEnvironment: '<rootDir>/spec/environment.mjs',
  reporters: ['default', '<rootDir>/spec/slowest.mjs'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  moduleFileExtensions: ['ts', 'js', 'mjs', 'cjs', 'json', 'node'],
  transform: { '^.+\\.ts$': ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript' } } }] },
  // For what hangs: on a loaded machine anything may take minutes.
  testTimeout: 600_000,
  maxWorkers: '100%',
  // The modules of a file stay in memory after it; a worker that starts anew compiles z3 again, in seconds of processor time.
  workerIdleMemoryLimit: '1500MB',
}
