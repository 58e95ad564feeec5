import { join } from 'node:path'
import { readModel } from '../../../../axioms/algebra/cat/read.js'
import { allPairs, everything, relations } from '../../../../axioms/algebra/cat/vocabulary.js'
import {
  and,
  closure,
  difference,
  domain,
  except,
  intersection,
  inverse,
  on,
  optional,
  or,
  product,
  type Rel,
  range,
  recursive,
  seq,
  union,
  unknown,
} from '../../../../axioms/algebra/terms.js'
import { co, F, id, loc, M, po, R, rf, SC, W } from '../../../../axioms/algebra/vocabulary.js'
import { formatDiagnostic } from '../../../../source/diagnostic.js'
import { expectGolden } from '../../../golden.js'
import { filesBelow, root, textOf } from '../../../support.js'
import { beside, modelIn } from './models.js'

/** Returns the relation that an expression denotes after some definitions. */
function meaning(expression: string, before = ''): Rel {
  const requirement = modelIn(`${before}\nempty ${expression} as it`).axioms.at(-1)?.requirements.at(-1)
  if (requirement === undefined) throw new Error('nothing is demanded')
  return requirement.of
}

/** Returns the body under the names that definitions give. */
const bodyOf = (term: Rel): Rel => (term.kind === 'named' ? bodyOf(term.body) : term)

describe('expressions', () => {
  test.each<[string, Rel]>([
    ['po | rf; co', union(po, seq(rf, co))],
    ['po; rf \\ co', seq(po, difference(rf, co))],
    ['po \\ rf & co', difference(po, intersection(rf, co))],
    ['po & W * R', intersection(po, product(W, R))],
    ['po \\ rf \\ co', difference(difference(po, rf), co)],
    ['~po+', difference(allPairs, closure(po))],
    ['~po & rf', intersection(difference(allPairs, po), rf)],
    ['po? ; rf*', seq(optional(po), optional(closure(rf)))],
    ['rf^-1;co', seq(inverse(rf), co)],
    ['po^+ | rf^*', union(closure(po), optional(closure(rf)))],
    ['[W | R \\ F]', on(or(W, except(R, F)))],
    ['[~F]', on(except(everything, F))],
    ['(W & M) * _', product(and(W, M), everything)],
    ['_ * _', allPairs],
    ['0 | po', po],
    ['0 | 0', union()],
    ['[0]', on(or())],
    ['[domain(rf) & range(co)]', on(and(domain(rf), range(co)))],
    ['fencerel(F & SC)', seq(po, on(and(F, SC)), po)],
    ['id (* a (* nested *) comment *) | po // and another', union(id, po)],
  ])('%s', (text, term) => {
    expect(meaning(text)).toEqual(term)
  })

  test('`*` pairs sets before an operand, and else repeats', () => {
    expect(meaning('po*\n(* then *)\n', 'let r = po*\nlet s = r*')).toEqual(optional(closure(po)))
    expect(modelIn('let r = po*\n~empty r').axioms).toHaveLength(1)
  })

  test.each(['po-loc', 'ext', 'int', 'rfe', 'rfi', 'coe', 'coi', 'fre', 'fri', 'fr', 'dep'])('%s is known', (name) => {
    expect(meaning(name)).toBe(relations.get(name))
  })
})

describe('definitions', () => {
  test('a later one shadows an earlier, and uses it', () => {
    expect(bodyOf(meaning('co', 'let co = co+'))).toEqual(closure(co))
    expect(meaning('fr', 'let co = co+ let fr = rf^-1; co')).toMatchObject({
      name: 'fr',
      body: seq(inverse(rf), { kind: 'named', name: 'co', section: '', body: closure(co) }),
    })
  })

  test('those of one `let` do not see each other', () => {
    expect(bodyOf(meaning('a', 'let a = po let a = rf and b = a'))).toEqual(rf)
    expect(meaning('b', 'let a = po let a = rf and b = a')).toMatchObject({ body: { name: 'a', body: po } })
  })

  test('functions are replaced by their bodies, whatever the sort of the argument', () => {
    expect(meaning('twice(po | rf)', 'let twice(r) = r; r')).toEqual(seq(union(po, rf), union(po, rf)))
    expect(meaning('[both(W, R)] | both(po, rf)', 'let both(x, y) = x & y')).toEqual(
      union(on(and(W, R)), intersection(po, rf)),
    )
    expect(meaning('f(rf)', 'let po = loc let f(x) = x; po let po = co')).toMatchObject({
      of: [rf, { name: 'po', body: loc }],
    })
  })

  test('recursion', () => {
    const one = [{ name: 'r', body: union(po, seq(unknown('r'), rf)) }]
    expect(meaning('r', 'let rec r = po | r; rf')).toEqual(recursive('r', one))
    const two = [
      { name: 'r', body: union(po, unknown('s')) },
      { name: 's', body: seq(unknown('r'), rf) },
    ]
    expect(meaning('s', 'let rec r = po | s and s = r; rf')).toEqual(recursive('s', two))
  })

  test('recursion of sets, whose sort follows from the body', () => {
    expect(meaning('[S]', 'let rec S = W | range([S]; po)')).toMatchObject({
      kind: 'identity',
      of: { name: 'S', body: { kind: 'domain', of: { kind: 'recursive', name: 'S' } } },
    })
  })

  test('what falls twice rises: an even number of complements is monotone', () => {
    expect(meaning('r', 'let rec r = po | ~~(r; rf)')).toMatchObject({ kind: 'recursive' })
  })
})

describe('checks', () => {
  test('of one name make one axiom; without a name they are called after their place', () => {
    const { axioms } = modelIn('acyclic po as A empty rf \\ po irreflexive co as A')
    expect(axioms.map(({ name, requirements }) => [name, requirements.map(({ kind }) => kind)])).toEqual([
      ['A', ['acyclic', 'irreflexive']],
      ['check-2', ['empty']],
    ])
  })
  test('negated ones say so, and flagged ones constrain nothing', () => {
    const { axioms, flags } = modelIn('~empty rf as some flag ~acyclic po as odd')
    expect(axioms).toMatchObject([{ name: 'some', requirements: [{ kind: 'empty', negated: true }] }])
    expect(flags).toMatchObject([{ name: 'odd', requirements: [{ kind: 'acyclic', negated: true }] }])
  })
  test('a set may be empty', () => {
    expect(meaning('W & R')).toEqual(on(and(W, R)))
  })
})

describe('the head of a file', () => {
  test.each([
    ['PTX\nempty 0', 'PTX'],
    ['"two words" empty 0', 'two words'],
    ['(* first *) // and\n ptx-7.5 empty 0', 'ptx-7.5'],
    ['empty 0', 'spec.cat'],
  ])('%j', (text, summary) => {
    expect(modelIn(text)).toMatchObject({ name: 'spec.cat', summary, excludes: [] })
  })
  test('what is not covered', () => {
    expect(modelIn('PTX uncovered "red", "final values"\nempty 0').excludes).toEqual(['red', 'final values'])
    expect(modelIn('uncovered "red" (* ISA 8.1 *) empty 0')).toMatchObject({ summary: 'spec.cat', excludes: ['red'] })
  })
  test('features that are not covered, further down, again and more', () => {
    expect(modelIn('uncovered "red" let a = po uncovered "vectors", "red" empty 0').excludes).toEqual([
      'red',
      'vectors',
    ])
  })
  test.each([
    'PTX (* a comment *) (* not covered: red *)\nempty 0',
    '(* not covered: red *) empty 0',
    '(* not covered:\n red *) empty 0',
  ])('what is not covered is an error in a comment, as it used to be: %j', (text) => {
    const result = readModel({ name: 'spec.cat', text }, beside)
    expect(result).toMatchObject({
      ok: false,
      diagnostics: [
        {
          message: 'a comment cannot say what the model does not cover: write `uncovered "red"` in its place',
          place: { start: text.indexOf('(* not'), end: text.lastIndexOf('*)') + 2 },
        },
      ],
    })
  })
  test('a comment that says nothing about coverage is still a comment', () => {
    expect(modelIn('let a = po (* not covered: red *) empty 0').excludes).toEqual([])
  })
})

describe('include', () => {
  const files = new Map([
    ['a.cat', '"not the title" let twice(r) = r; r\nacyclic po as A'],
    ['deep/b.cat', 'include "c.cat"'],
    ['deep/c.cat', 'include "b.cat"'],
  ])
  const read = (text: string) =>
    readModel({ name: 'main.cat', text }, (path, from) => {
      const name = from.name.includes('/') ? `deep/${path}` : path
      const found = files.get(name)
      return found === undefined ? { ok: false, reason: 'not there' } : { ok: true, source: { name, text: found } }
    })

  test('brings definitions and checks', () => {
    const result = read('include "a.cat"\nempty twice(rf) as B')
    expect(result).toMatchObject({ ok: true, value: { summary: 'main.cat', axioms: [{ name: 'A' }, { name: 'B' }] } })
  })
  test('in a circle is an error where the circle closes', () => {
    expect(read('include "deep/b.cat"')).toMatchObject({
      ok: false,
      diagnostics: [
        { message: '`b.cat` cannot be included: it would include itself', place: { source: { name: 'deep/c.cat' } } },
      ],
    })
  })
})

/** Each file is a model that cannot be read; the file beside it is what the reader says. */
describe('errors of the cat reader', () => {
  const folder = join(root, 'spec/axioms/algebra/cat/errors')
  test.each(filesBelow(folder, '.cat'))('%s', (file) => {
    const result = readModel({ name: join(folder, file), text: textOf(folder, file) }, beside)
    const lines = result.ok ? [] : result.diagnostics.map(formatDiagnostic)
    expect(lines).not.toEqual([])
    expectGolden(join(folder, file.replace(/\.cat$/, '.txt')), `${lines.join('\n').replaceAll(`${folder}/`, '')}\n`)
  })
})
