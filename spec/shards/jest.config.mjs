/** The configuration of jest for `npm test`: all specs, in a few jest files. */

import one from '../../jest.config.mjs'

export default {
  ...one,
  rootDir: '../..',
  testMatch: ['<rootDir>/spec/shards/*.spec.mjs'],
  workerIdleMemoryLimit: '4GB',
  // At times something keeps a worker alive although all its tests have ended.
  workerGracefulExitTimeout: 10_000,
}
