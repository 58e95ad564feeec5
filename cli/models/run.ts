/** `ptx-litmus models`: lists, shows and compares models. */

import { match } from 'ts-pattern'
import { type Piece, piecesOf, printModel } from '../../axioms/algebra/cat/print.js'
import type { Model } from '../../axioms/algebra/terms.js'
import { models as builtIn } from '../../axioms/models.js'
import type { ExitStatus } from '../../report/check.js'
import { formatDiagnostic } from '../../source/diagnostic.js'
import type { Surroundings } from '../commandline/command.js'
import type { Output } from '../console/output.js'
import { loadModel } from '../input/model.js'

export type Asked =
  | { readonly action?: undefined; readonly names: readonly [] }
  | { readonly action: 'show'; readonly names: readonly [string] }
  | { readonly action: 'diff'; readonly names: readonly [string, string] }

/** Runs the command and gives the exit status. */
export const models = (asked: Asked, { output }: Surroundings): Promise<ExitStatus> =>
  match(asked)
    .returnType<Promise<ExitStatus>>()
    .with({ action: 'show' }, ({ names }) =>
      withModels(names, output, ([model]) => {
        output.out(printModel(model).trimEnd())
        return 0
      }),
    )
    .with({ action: 'diff' }, ({ names }) =>
      withModels(names, output, ([left, right]) => {
        const differences = compare(left, right)
        for (const one of differences) output.out(renderDifference(one, output))
        if (differences.length === 0) output.out('no definition and no axiom differs')
        return differences.length === 0 ? 0 : 1
      }),
    )
    .otherwise(async () => {
      const width = Math.max(...builtIn.map(({ name }) => name.length))
      for (const { name, summary } of builtIn) output.out(`${name.padEnd(width)}  ${summary}`)
      return 0
    })

/** The work on the models of these names; 2, with the errors told, where one cannot be read. */
async function withModels<N extends readonly string[]>(
  names: N,
  { err }: Output,
  work: (models: { readonly [I in keyof N]: Model }) => ExitStatus,
): Promise<ExitStatus> {
  const loaded = await Promise.all(names.map(loadModel))
  const diagnostics = loaded.flatMap((one) => (one.ok ? [] : one.diagnostics))
  for (const one of diagnostics) err(formatDiagnostic(one))
  const read = loaded.flatMap((one) => (one.ok ? [one.value] : []))
  const complete = (some: readonly Model[]): some is { readonly [I in keyof N]: Model } & readonly Model[] =>
    some.length === names.length
  return complete(read) ? work(read) : 2
}

/** A definition or axiom that two models do not write alike; undefined in the model that does not have it. */
export interface Difference {
  readonly kind: 'definition' | 'axiom' | 'flag' | 'not covered'
  readonly name: string
  readonly left: string | undefined
  readonly right: string | undefined
}

/** How two models differ as they are written: by the names and texts of their parts, in the order of the first. */
export function compare(left: Model, right: Model): readonly Difference[] {
  const [a, b] = [piecesOf(left), piecesOf(right)]
  const differing = (
    kind: Difference['kind'],
    ours: readonly Pick<Piece, 'name' | 'text'>[],
    theirs: readonly Pick<Piece, 'name' | 'text'>[],
  ): readonly Difference[] => {
    const textIn = (pieces: typeof ours, name: string) => pieces.find((one) => one.name === name)?.text
    return [...new Set([...ours, ...theirs].map(({ name }) => name))]
      .map((name): Difference => ({ kind, name, left: textIn(ours, name), right: textIn(theirs, name) }))
      .filter((one) => one.left !== one.right)
  }
  const excluded = ({ excludes }: Model) => excludes.map((name) => ({ name, text: name }))
  return [
    ...differing('not covered', excluded(left), excluded(right)),
    ...differing('definition', a.definitions, b.definitions),
    ...differing('axiom', a.axioms, b.axioms),
    ...differing('flag', a.flags, b.flags),
  ]
}

function renderDifference({ kind, name, left, right }: Difference, { colours: { bold, red, green } }: Output): string {
  const lines = (text: string | undefined, mark: string) => text?.split('\n').map((line) => `${mark} ${line}`) ?? []
  return [bold(`${kind} ${name}`), ...lines(left, '-').map(red), ...lines(right, '+').map(green)].join('\n')
}
