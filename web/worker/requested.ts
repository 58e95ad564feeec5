/**
 * What the worker computes for those who ask for it: a file of its own, so that the first answer does not wait for it.
 */

export { auditIn } from './audit.js'
export { explained, remedies } from './explained.js'
export { described } from './hover.js'
export { racesIn } from './races.js'
export { repairsOf } from './repairs.js'
export { thumbnailOf } from './thumbnail.js'
export { converted, cuda } from './translations.js'
