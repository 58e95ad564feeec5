/** The description of the word under the pointer, as Markdown. */

import type { Open } from '../axioms/algebra/cat/read.js'
import { isModule } from '../litmus/format.js'
import { declaredName } from '../litmus/instances.js'
import { describedInstruction } from '../litmus/instructions/mnemonics.js'
import { type Program, type Variable, variableAt } from '../litmus/program.js'
import { printable } from '../source/diagnostic.js'
import { must } from '../source/must.js'
import { type SourceText, writtenAt } from '../source/text.js'
import { type CatDefinition, catNameAt, catNames } from './cat-names.js'
import { catVocabulary } from './cat-vocabulary.js'
import type { Range } from './marks.js'
import { nameAt, namesOf, sameName } from './names.js'
import type { Names, Occurrence } from './occurrence.js'
import { describedQualifiers } from './qualifier-texts.js'

export interface Hover {
  readonly at: Range
  readonly markdown: string
}

/** Returns a description of the word at an offset of a test. `tests` are the tests in the text, if it can be read. */
export function testHover(source: SourceText, tests: readonly Program[], offset: number): Hover | undefined {
  if (isModule(source)) return instructionHover(mnemonicIn(source.text, offset))
  const names = namesOf(source)
  const mnemonic = names.statements
    .flatMap(({ mnemonic }) => mnemonic ?? [])
    .find(({ start, end }) => start <= offset && offset <= end)
  if (mnemonic !== undefined) return instructionHover(mnemonic)
  const name = nameAt(names, offset)
  return name === undefined ? undefined : { at: name, markdown: textOf(name, names, source, tests) }
}

/** A word with its place. */
type Word = Range & { readonly text: string }

/** Returns the description of an instruction. */
function instructionHover(mnemonic: Word | undefined): Hover | undefined {
  const described = mnemonic && describedInstruction(mnemonic.text)
  if (mnemonic === undefined || described === undefined) return undefined
  const lines = [described.does, ...describedQualifiers(mnemonic.text).map((one) => `- ${one}`)]
  return {
    at: mnemonic,
    markdown: [`\`${mnemonic.text}\``, lines.join('\n'), `PTX ISA, ${described.section}`].join('\n\n'),
  }
}

/** Returns the instruction at an offset of a module: the first word of a statement, after its labels and its guard. */
function mnemonicIn(module: string, offset: number): Word | undefined {
  const from = Math.max(...[';', '{', '}', '\n'].map((end) => module.lastIndexOf(end, offset - 1))) + 1
  const [before, text] =
    /^(\s*(?:[\w$]+:\s*)*(?:@!?[%\w$]+\s+)?)([a-z][\w.:]*)/.exec(module.slice(from))?.slice(1) ?? []
  if (before === undefined || text === undefined) return undefined
  const start = from + before.length
  const end = start + text.length
  return start <= offset && offset <= end ? { text, start, end } : undefined
}

function textOf(one: Occurrence, names: Names, source: SourceText, tests: readonly Program[]): string {
  switch (one.kind) {
    case 'location': {
      const [test] = tests
      const variable = test?.variables.find((variable) => declaredName(variable) === one.name)
      return test === undefined || variable === undefined
        ? `\`${one.name}\`: memory`
        : memoryText(one.name, variable, test)
    }
    case 'register': {
      const writers = sameName(names, one).flatMap(({ defines, start }) =>
        defines ? names.statements.filter((statement) => statement.start <= start && start < statement.end) : [],
      )
      const lines = writers.map(({ start, end }) => `    ${writtenAt({ source, start, end })}`)
      return [
        `\`${one.name}\`: register${one.scope === '' ? '' : ` of ${one.scope}`}`,
        ...(lines.length === 0 ? [] : [`written by\n\n${lines.join('\n')}`]),
      ].join(', ')
    }
    case 'label':
      return `\`${one.name}\`: label of ${one.scope}`
    case 'kernel':
      return `\`${one.name}\`: kernel`
    case 'question':
      return `\`${one.name}\`: question`
  }
}

/** Writes the space, type, initial value, and the names that share the memory. */
function memoryText(name: string, variable: Variable, test: Program): string {
  const { type, length, initial } = must(test.locations[variable.location], 'the location of a variable')
  const values = initial.map((one) =>
    one === 'unknown'
      ? '?'
      : typeof one === 'bigint'
        ? `${one}`
        : `&${one.variable}${one.offset === 0n ? '' : `+${one.offset}`}`,
  )
  const [first = '0'] = values
  const others = test.variables.filter((one) => one.location === variable.location && declaredName(one) !== name)
  const aliases = [
    ...new Set(
      others.map(
        (one) =>
          `\`${declaredName(one)}\` (${one.address === variable.address ? 'the same virtual address' : 'another virtual address'})`,
      ),
    ),
  ]
  return [
    `\`${name}\`: ${variable.space} memory, ${type.signed ? 's' : 'u'}${type.width}${length === undefined ? '' : `[${length}]`}, ${length === undefined ? `initially ${first}` : `initially {${values.join(', ')}}`}`,
    ...(variableAt(test, variable.address) === variable || variable.alias === undefined
      ? []
      : [`${variable.alias.how} aliases \`${variable.alias.of}\``]),
    ...(aliases.length === 0 ? [] : [`other names of the memory: ${aliases.join(', ')}`]),
  ].join('\n\n')
}

/** Returns a description of the word at an offset of a model: the definition of a name, with the comment before it. */
export function catHover(source: SourceText, open: Open, offset: number): Hover | undefined {
  const names = catNames(source, open, [...catVocabulary.keys()])
  const name = names && catNameAt(names, offset)
  if (name?.definition === undefined) return undefined
  return { at: name, markdown: definitionText(name.name, name.definition) }
}

function definitionText(name: string, definition: CatDefinition): string {
  if (definition.kind === 'vocabulary') return `\`${name}\`: ${catVocabulary.get(name) ?? 'given'}`
  const { source, statement } = definition
  const text = source.text.slice(statement.start, statement.end).split('\n').slice(0, mostLines).join('\n')
  return [
    `\`\`\`cat\n${text}\n\`\`\``,
    ...notesBefore(source.text, statement.start),
    `in ${printable(source.name.split(/[/\\]/).at(-1) ?? '')}`,
  ].join('\n\n')
}

const mostLines = 20

/** Returns the comments right before a statement. */
function notesBefore(text: string, start: number): readonly string[] {
  const before = text.slice(0, start).trimEnd()
  if (!before.endsWith('*)')) return []
  const open = before.lastIndexOf('(*')
  const gap = text.slice(before.length, start)
  if (open === -1 || /\n\s*\n/.test(gap)) return []
  const words = before
    .slice(open + 2, -2)
    .replace(/\s+/g, ' ')
    .trim()
  return [...notesBefore(text, open), words]
}
