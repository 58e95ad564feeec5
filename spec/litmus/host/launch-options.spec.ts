import { misspeltOptions } from '../../../litmus/host/launch-options.js'
import type { LaunchSyntax } from '../../../litmus/syntax/words.js'
import { testIn } from '../../support.js'

const launching = (how: string) =>
  `.global f; kernel k { d0.b0.t0 { st [f], 1; } } host { k<<<1, 1${how}>>>(); } check (true) as q;`

test.each([
  [', programatic', '`programatic` is no option of a launch; did you mean `programmatic`?'],
  [', 0, s, Programmatic', '`Programmatic` is no option of a launch; did you mean `programmatic`?'],
  [
    ', residnt(2)',
    '`residnt` is no option of a launch; did you mean `resident`? The options are cluster, cooperative, programmatic, resident, device, domain, aligned, lanes',
  ],
  [
    ', fast(2)',
    '`fast` is no option of a launch; the options are cluster, cooperative, programmatic, resident, device, domain, aligned, lanes',
  ],
  [', device 1', 'this option is written `device(1)`'],
  [', 0, s, resident', 'this option is written `resident(2)`'],
  [', 0, s, lane 0', /^spec:1:\d+: `lane` is no option of a launch; did you mean `lanes`\?/],
])('k<<<1, 1%s>>>() is an error that suggests what was meant', (how, message) => {
  expect(() => testIn(launching(how))).toThrow(message)
})

test.each([', 0, lanes', ', 0, programatic', ', resident(2)', ', 0, s, programmatic'])(
  'k<<<1, 1%s>>>() is not an error: a stream may have any name',
  (how) => {
    expect(() => testIn(launching(how))).not.toThrow()
  },
)

test('a size that is a word is left to other checks unless it resembles an option', () => {
  const span = { source: { name: 'spec', text: 'k<<<n, 1>>>()' }, start: 4, end: 5 }
  const launch = (text: string): LaunchSyntax => ({
    ...{ kind: 'launch', name: { kind: 'word', text: 'k', span }, arguments: [], options: [], span },
    sizes: [{ kind: 'word', text, span }],
  })
  expect(misspeltOptions(launch('n'))).toEqual([])
  expect(misspeltOptions(launch('residant'))).toHaveLength(1)
})
