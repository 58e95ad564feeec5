/** Versions of the tool and of its solvers. */

import { createRequire } from 'node:module'
import * as z from 'zod'

const require = createRequire(import.meta.url)
const manifest = z.object({ version: z.string() })
const versionOf = (path: string): string => manifest.parse(require(path)).version

/** Returns the versions of the tool and of the npm package that brings z3, from their manifests. */
export const packageVersions = (): { readonly 'ptx-litmus': string; readonly 'z3-solver': string } => ({
  'ptx-litmus': versionOf('ptx-litmus/package.json'),
  'z3-solver': versionOf('z3-solver/package.json'),
})

/** Returns these versions, and those of the solver, if there was one, and of Node. */
export const versionsWith = (solver: { readonly name: string; readonly version: string } | undefined) => ({
  ...packageVersions(),
  ...(solver === undefined ? {} : { [solver.name === 'z3' ? 'z3' : 'cadical']: solver.version }),
  node: process.versions.node,
})
