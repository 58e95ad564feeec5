import { parseJson, repeatedNames } from '../../source/json.js'

const repeated = (text: string) =>
  repeatedNames({ name: 'a.json', text }).map(({ message, place }) => [
    message,
    typeof place === 'string' ? 0 : place.start,
  ])

test('a name that an object has twice, with the place of the second', () => {
  expect(repeated('{"a": 1, "b": {"a": 2}, "a": 3}')).toEqual([['`a` is given twice', 24]])
  expect(repeated('[{"a": 1}, {"a": "a\\": {", "b": ["a", "a"]}]')).toEqual([])
  expect(repeated('{"a": {"b": 1, "b": 2}}')).toEqual([['`b` is given twice', 15]])
})

test('text that is not JSON is an error, with its place if the engine reports it', () => {
  expect(parseJson({ name: 'a.json', text: '{"a": 1}' })).toEqual({ ok: true, value: { a: 1 } })
  expect(parseJson({ name: 'a.json', text: '{' })).toMatchObject({ ok: false })
})

test('an error is one line, even if it quotes the text', () => {
  expect(parseJson({ name: 'a.json', text: 'junk\n\n{}' })).toMatchObject({
    ok: false,
    diagnostics: [{ message: expect.stringMatching(/^this is not JSON: [^\n]*junk \{\}[^\n]*$/) }],
  })
})
