import { readTests } from '../../../litmus/read.js'

/** Returns the notes on a launch of a kernel that a test writes, or of an entry of a module. */
function remarks(launch: string, module = ''): readonly string[] {
  const kernel = module === '' ? 'kernel k { d0.b0.t0 { st [f], 1; } }' : module
  const text = `${kernel} .global f; host { ${launch} } check (true) as q;`
  const load = () => ({ ok: true as const, source: { name: 'k.ptx', text: entry } })
  const read = readTests({ name: 'spec', text }, { load })
  expect(read.diagnostics).toEqual([])
  return read.remarks.map(({ message }) => message)
}

const entry = '.version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k() { ret; }'

describe('a note on resident blocks', () => {
  test('is not given on a promise that a launch can keep', () => {
    expect(remarks('k<<<2, 1, resident(2)>>>();')).toEqual([])
    expect(remarks('k<<<(2, 2), 1, resident(4)>>>();', 'module "k.ptx";')).toEqual([])
  })
  test('is given on a promise of more blocks than there are', () => {
    const message = (blocks: number) => `\`resident(5)\` promises more blocks than the ${blocks} of this launch`
    expect(remarks('k<<<2, 1, resident(5)>>>();')).toEqual([message(2)])
    expect(remarks('k<<<(2, 2), 1, resident(5)>>>();', 'module "k.ptx";')).toEqual([message(4)])
  })
  test('is given on a cooperative launch, which is resident as a whole', () => {
    expect(remarks('k<<<2, 1, cooperative, resident(1)>>>();', 'module "k.ptx";')).toEqual([
      'a cooperative launch is resident as a whole: `resident(1)` has no effect',
    ])
  })
})
