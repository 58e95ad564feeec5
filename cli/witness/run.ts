/** `ptx-litmus witness`: executions that reach an outcome. */

import { extname } from 'node:path'
import { match, P } from 'ts-pattern'
import type { Model } from '../../axioms/algebra/terms.js'
import type { Within } from '../../encoder/decide/verdict.js'
import { type Witnesses, witnesses } from '../../encoder/decide/witnesses.js'
import { testName } from '../../litmus/program.js'
import type { ExitStatus } from '../../report/check.js'
import type { Witness } from '../../report/witness.js'
import { diagnostic, printable } from '../../source/diagnostic.js'
import { didYouMean } from '../../source/nearest.js'
import { collect, fail, ok, type Result, then } from '../../source/result.js'
import { witnessOf } from '../../witness/build.js'
import { witnessDot } from '../../witness/dot.js'
import { relationsOf } from '../../witness/relations.js'
import { witnessSvg } from '../../witness/svg.js'
import { witnessText } from '../../witness/text.js'
import type { Surroundings } from '../commandline/command.js'
import { tellErrors } from '../console/errors.js'
import { printSchema } from '../console/schema.js'
import { writeOutput } from '../input/files.js'
import { loadModel } from '../input/model.js'
import { questionNamed, testNamed } from '../input/tests.js'

export interface WitnessArguments {
  /** One, but for `schema`. */
  readonly words: readonly string[]
  readonly model: string
  readonly question?: string | undefined
  readonly row?: number | undefined
  readonly format?: 'text' | 'dot' | 'svg' | 'json' | undefined
  readonly show: readonly string[]
  readonly all: boolean
  readonly limit: number
  /** A file. */
  readonly output?: string | undefined
  /** Seconds for each check. */
  readonly timeout?: number | undefined
  /** How often the body of a loop is executed at most. */
  readonly bound: number
  /** Nothing but the JSON Schema is wanted. */
  readonly schema: boolean
}

/** Runs the command and gives the exit status. */
export async function showWitness(
  args: WitnessArguments,
  { solver, output: { out, err } }: Surroundings,
): Promise<ExitStatus> {
  if (args.schema) {
    const { witness } = await import('../../report/witness.js')
    return printSchema(witness, out)
  }
  const starting = solver()
  const asked = then(
    collect({ test: testNamed(args.words[0] ?? '', args.row), model: await loadModel(args.model) }),
    ({ test, model }) =>
      then(
        collect({ show: namesIn(args.show, model), question: questionNamed(test, args.question) }),
        ({ show, question }) => ok({ test, model, show, question }),
      ),
  )
  const { tell } = tellErrors({ err })
  if (!asked.ok) {
    tell(asked.diagnostics)
    return 2
  }
  const { test, model, show, question } = asked.value
  if (args.question === undefined && test.questions.length > 1)
    err(
      `ptx-litmus: the test asks ${test.questions.length} questions; this is ${question.name}, --question names another`,
    )

  const limit = args.all ? args.limit : undefined
  const reached = witnesses(test, question, await starting, {
    model,
    limit,
    bound: args.bound,
    timeout: args.timeout && args.timeout * 1000,
  })
  const format = args.format ?? formatOf(args.output)
  const { graph, found, ending } = reached
  if (found.length === 0) {
    const say = format === 'text' ? out : err
    say(`${printable(testName(test))} · ${question.name} · ${model.name}: ${noneText(reached)}`)
    return ending.kind === 'complete' ? 1 : 3
  }
  const shown = found.map((execution) => witnessOf({ graph, model, execution, question, show }))
  const note = args.all ? countText(reached) : undefined
  const text = rendered(shown, format, args.all, ending.kind === 'complete', note)
  if (args.output === undefined) out(text)
  else {
    const written = writeOutput(args.output, text)
    if (!written.ok) {
      tell(written.diagnostics)
      return 2
    }
  }
  if (note !== undefined && format !== 'text') err(note)
  return ending.kind === 'undecided' ? 3 : 0
}

/** The relations that `--show` names, separated by commas. Errors: a name that the model does not have. */
function namesIn(lists: readonly string[], model: Model): Result<readonly string[]> {
  const known = relationsOf(model)
  const names = lists.flatMap((list) => list.split(',').map((name) => name.trim())).filter((name) => name !== '')
  const unknown = names.filter((name) => !known.has(name))
  if (unknown.length === 0) return ok(names)
  const all = { message: `the relations of ${model.name} are ${[...known.keys()].join(', ')}` }
  return fail(
    ...unknown.map((name, i) =>
      diagnostic(
        `${model.name} has no relation \`${name}\`${didYouMean(name, known.keys())}`,
        '--show',
        ...(i === unknown.length - 1 ? [all] : []),
      ),
    ),
  )
}

type Format = NonNullable<WitnessArguments['format']>

const formatOf = (file: string | undefined): Format =>
  match(extname(file ?? ''))
    .returnType<Format>()
    .with('.svg', () => 'svg')
    .with('.json', () => 'json')
    .with(P.union('.dot', '.gv'), () => 'dot')
    .otherwise(() => 'text')

const noneText = ({ ending, vacuous, within }: Witnesses): string =>
  match(ending)
    .with({ kind: 'complete' }, () => {
      const limited = within === undefined ? '' : ` ${boundText(within)}`
      return vacuous
        ? `forbidden${limited} (vacuous): no execution at all comes to an end and meets what the test demands of it`
        : `forbidden${limited}: no consistent execution reaches the outcome`
    })
    .with({ kind: 'undecided' }, { kind: 'not covered' }, ({ kind, reason }) => `${kind}: ${reason}`)
    .with({ kind: 'limited' }, () => 'undecided')
    .exhaustive()

const boundText = ({ bound, loops }: Within): string => `within bound ${bound} of ${loops.map(printable).join('; ')}`

const countText = ({ found, ending, within }: Witnesses): string =>
  match(ending)
    .with({ kind: 'complete' }, () =>
      [executions(found.length), 'and no other', ...(within === undefined ? [] : [boundText(within)])].join(', '),
    )
    .with(
      { kind: 'limited' },
      () => `${executions(found.length)}: the limit was reached, and there are more; see --limit`,
    )
    .with(
      { kind: 'undecided' },
      { kind: 'not covered' },
      ({ reason }) => `${executions(found.length)}, perhaps more: ${reason}`,
    )
    .exhaustive()

const executions = (count: number): string => `${count} distinct execution${count === 1 ? '' : 's'}`

function rendered(
  shown: readonly Witness[],
  format: Format,
  all: boolean,
  complete: boolean,
  note: string | undefined,
): string {
  return match(format)
    .with('text', () => [...shown.map(witnessText), ...(note === undefined ? [] : [note])].join('\n\n'))
    .with('dot', () => shown.map(witnessDot).join('\n\n'))
    .with('svg', () => witnessSvg(shown))
    .with('json', () => JSON.stringify(all ? { complete, witnesses: shown } : shown[0], undefined, 2))
    .exhaustive()
}
