/** The suite of a model's minimal forbidden tests as a document, which `generate` writes, and from which it resumes. */

import * as z from 'zod'
import { count } from './parts.js'

const scope = z.enum(['cta', 'cluster', 'gpu', 'sys'])

const path = z.enum([
  'alias',
  'texture',
  'surface',
  'constant',
  'read-only',
  'alias-texture',
  'alias-surface',
  'alias-constant',
  'alias-read-only',
])

export const vocabularyDocument = z.strictObject({
  scopes: z.array(scope).readonly(),
  paths: z.array(path).readonly(),
  atomics: z.boolean(),
  fences: z.boolean(),
  oneSided: z.boolean(),
  proxyOrders: z.boolean(),
  dependencies: z.enum(['none', 'in cycles', 'anywhere']),
  finalValues: z.boolean(),
  severalCtas: z.boolean(),
  severalGpus: z.boolean(),
  /** Present only if they are on. */
  asynchronous: z.literal(true).optional(),
  threads: z.int().positive(),
  locations: z.int().positive(),
})

/** The name must not lead out of the folder of the suite. */
const fileName = z.string().regex(/^[A-Za-z0-9+_-][A-Za-z0-9+._-]{0,199}$/, 'expected a name of a file')

const suiteTest = z.strictObject({
  /** Its name after herd's convention, which other tests may share. */
  title: fileName,
  /** Its name in the suite, and that of its file. */
  name: fileName,
  /** Equal for tests that are the same up to symmetry. */
  canonical: z.string(),
  instructions: z.int().positive(),
  threads: z.int().positive(),
  /**
   * The axioms without which the outcome is allowed, each by itself. Empty if every execution with the outcome violates
   * several.
   */
  axioms: z.array(z.string()),
  /** The number of the sketch from which it comes. */
  sketch: count,
  text: z.string(),
})

export type SuiteTest = z.infer<typeof suiteTest>

export const suiteDocument = z.strictObject({
  format: z.literal('ptx-litmus suite', 'this is not a suite of ptx-litmus'),
  version: z.literal(1, 'this version of the format is unknown'),
  model: z.string(),
  /** The text of the model, so that a changed one is not continued with. */
  fingerprint: z.string(),
  /** The most instructions of a test. */
  instructions: z.int().positive(),
  vocabulary: vocabularyDocument,
  /** Restricts the suite to tests for which this axiom is responsible. */
  axiom: z.string().nullable(),
  /** One of several parts of the work, counted from 1. */
  shard: z.strictObject({ number: z.int().positive(), of: z.int().positive() }),
  /**
   * The number of sketches before the first that was not searched; if the suite is complete, all sketches of this part
   * are done.
   */
  searched: count,
  complete: z.boolean(),
  tests: z.array(suiteTest),
})

export type SuiteDocument = z.infer<typeof suiteDocument>
