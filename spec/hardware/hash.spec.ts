import { hashOf } from '../../hardware/hash.js'

test('it is FNV-1a of 64 bits', () => {
  expect(hashOf('')).toBe('cbf29ce484222325')
  expect(hashOf('a')).toBe('af63dc4c8601ec8c')
  expect(hashOf('foobar')).toBe('85944171f73967e8')
})
