/** The tests and the model that a query is about, or the errors in them. */

import { type Open, readModel } from '../../axioms/algebra/cat/read.js'
import type { Model } from '../../axioms/algebra/terms.js'
import { openBuiltIn } from '../../axioms/include.js'
import { models } from '../../axioms/models.js'
import { isModule } from '../../litmus/format.js'
import { entriesOf, readModule } from '../../litmus/module/read.js'
import { sampleLaunch } from '../../litmus/module/sample.js'
import type { Program } from '../../litmus/program.js'
import { readTests } from '../../litmus/read.js'
import type { Reading } from '../../litmus/reading.js'
import { type Diagnostic, diagnostic, formatDiagnostic, formatRemark } from '../../source/diagnostic.js'
import { baseName } from '../../source/line.js'
import { fail, ok, type Result } from '../../source/result.js'
import { inFile, position, type SourceText, type Span } from '../../source/text.js'
import type { Message, ModelChoice, Modules, Subject, TextRange } from '../protocol.js'
import { modulesAt } from './modules.js'

export interface ReadSubject {
  readonly tests: readonly Program[]
  readonly model: Model | undefined
  readonly messages: readonly Message[]
  /** The modules that were opened, by their paths from the folder where the test is. */
  readonly modules: ReadonlyMap<string, string>
}

/** Reads the texts. Messages are those that the command prints. */
export function readSubject(subject: Subject, modules: Modules): ReadSubject {
  const source: SourceText = { name: subject.name, text: subject.text }
  const opened = new Map<string, string>()
  const { tests, diagnostics, remarks } = readTests(source, readingOf(source, subject, modules, opened))
  const model = modelOf(subject.model)
  const wrong = [...diagnostics, ...(model.ok ? [] : model.diagnostics)]
  return {
    tests,
    model: model.ok ? model.value : undefined,
    messages: unlike([
      ...wrong.map((one) => messageOf('error', formatDiagnostic(one), one, subject)),
      ...remarks.map((one) => messageOf('note', formatRemark(one), one, subject)),
    ]),
    modules: opened,
  }
}

/** Removes duplicate messages: the instances of a template give the same ones. */
const unlike = (messages: readonly Message[]): readonly Message[] => [
  ...new Map(messages.map((one) => [JSON.stringify([one.text, one.place]), one])).values(),
]

/**
 * Returns how the text is read. Modules are those of the examples, since a page has no files, or what the user made of
 * them; `opened` gets those that the test names.
 */
function readingOf(
  source: SourceText,
  { launch, claim, modules: changed }: Subject,
  modules: Modules,
  opened: Map<string, string>,
): Reading {
  const load: Reading['load'] = (path) => {
    const found = modulesAt(source.name, path, modules)
    const [module] = found
    if (module !== undefined && found.length === 1) {
      const text = changed[baseName(path)] ?? module.text
      opened.set(path, text)
      return { ok: true, source: { name: path, text } }
    }
    const reason =
      module === undefined
        ? 'this page opens only the modules of its examples'
        : 'examples in several folders have a module of that name: open the example from the list'
    return { ok: false, reason }
  }
  if (!isModule(source) || launch.trim() === '') return { load }
  const claims = claim.trim() === '' ? [] : [{ question: 'assert', source: { name: 'claim', text: claim } } as const]
  return { load, launching: { launches: [{ name: 'launch', text: launch }], asked: claims } }
}

/** Returns a launch of the first entry of a module that is not launched; undefined if there is none. */
export function sampleIn({ name, text, launch }: Subject): string | undefined {
  if (!isModule({ name, text }) || launch.trim() !== '') return undefined
  const module = readModule({ name, text })
  const [first] = module.ok ? entriesOf(module.value) : []
  return module.ok && first !== undefined ? sampleLaunch(first, module.value) : undefined
}

/** The files that a model may include: the built-in ones. */
export const modelFiles: Open = openBuiltIn(() => ({ ok: false, reason: 'this page has no such file' }))

function modelOf(choice: ModelChoice): Result<Model> {
  if (choice.kind === 'text') return readModel({ name: choice.name, text: choice.text }, modelFiles)
  const builtIn = models.find(({ name }) => name === choice.name)
  return builtIn === undefined ? fail(diagnostic('there is no such model', choice.name)) : ok(builtIn)
}

function messageOf(
  kind: Message['kind'],
  text: string,
  { message, place, notes }: Diagnostic,
  subject: Subject,
): Message {
  const at = (where: Diagnostic['place'] | undefined): TextRange | undefined =>
    where === undefined || typeof where === 'string' ? undefined : placeOf(where, subject)
  const row = typeof place === 'string' ? undefined : place.source.expansion
  return {
    ...{ kind, text, message, place: at(place) },
    notes: [
      ...(row === undefined ? [] : [{ message: `in row ${row.rowNumber}`, place: at(row.row) }]),
      ...notes.map((one) => ({ message: one.message, place: at(one.place) })),
    ],
  }
}

/** Returns the place of a span on the page; undefined if it is not there. */
export function placeOf(at: Span, { name, model }: Subject): TextRange | undefined {
  const shown = inFile(at)
  const place = (where: TextRange['in']): TextRange => {
    const { line, column } = position(shown)
    return { in: where, from: shown.start, to: Math.max(shown.end, shown.start), line, column }
  }
  if (shown.source.name === name) return place('test')
  return model.kind === 'text' && shown.source.name === model.name ? place('model') : undefined
}
