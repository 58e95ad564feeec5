/** `npm run test:all` takes everything: the specs `*.all.spec.ts`, too, and in the others what `npm test` takes samples of (spec/extent.ts). */
const all = process.env['ALL'] === '1'

export default {
  testMatch: ['<rootDir>/spec/**/*.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/', ...(all ? [] : ['\\.all\\.spec\\.ts$'])],
  testEnvironment: '<rootDir>/spec/environment.mjs',
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  moduleFileExtensions: ['ts', 'js', 'mjs', 'cjs', 'json', 'node'],
  transform: { '^.+\\.ts$': ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript' } } }] },
  testTimeout: 60_000,
  maxWorkers: '100%',
}
