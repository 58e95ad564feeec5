import { readModule } from '../../../litmus/module/read.js'
import { formatDiagnostic } from '../../../source/diagnostic.js'
import { moduleOf } from './modules.js'

const error = (text: string): string => {
  const read = readModule({ name: 'k.ptx', text })
  return read.ok ? 'none' : read.diagnostics.map(formatDiagnostic).join('\n')
}

const whole = moduleOf(
  '.visible .entry k(.param .u64 p)\n{\n  .reg .b64 %rd<2>;\n  ld.param.u64 %rd1, [p];\n  ret;\n}\n',
)

test('a module that is cut off anywhere in an entry names the entry', () => {
  const from = whole.indexOf('(')
  for (let length = from; length < whole.lastIndexOf('}'); length++)
    expect(error(whole.slice(0, length))).toContain('k.ptx:4:17: `.entry k` is not closed: the file ends in it')
  expect(error(whole)).toBe('none')
})

test('an entry that begins in another, since a brace is missing', () => {
  expect(error(whole.replace('}', '.visible .entry l() { ret; }'))).toContain(
    'k.ptx:4:17: `.entry k` is not closed: `.entry l` begins in it',
  )
})

test('braces in comments and texts close nothing', () => {
  expect(error(whole.replace('ret;\n}', 'ret; // }\n /* } */ .pragma "}";'))).toContain('`.entry k` is not closed')
})

test.each([
  ['versions before 6.0', whole.replace('8.0', '5.0'), 'k.ptx:1:10: PTX 5.0 is not read: the versions are 6.0 to 9.5'],
  [
    'later ones, whatever they have',
    whole.replace('8.0', '9.6').replace('ret;', '??'),
    'k.ptx:1:10: PTX 9.6 is not read',
  ],
  ['addresses of 32 bits', whole.replace('size 64', 'size 32'), 'k.ptx:3:15: addresses have 64 bits here'],
  ['nothing', ' \n', 'k.ptx:1:1: the module is empty'],
  ['CUDA C++', '__global__ void k() {}', 'compile it, as in `nvcc -ptx -lineinfo`'],
  ['LLVM IR', '; ModuleID = "k"\ntarget triple = "nvptx64"', 'compile it, as in `llc -march=nvptx64`'],
  ['machine code as text', 'Function : k\n /*0000*/ MOV R1, c[0x0][0x28] ;', '`cuobjdump -ptx` prints the PTX'],
  ['a text', 'hello', 'k.ptx:1:1: a module of PTX begins with `.version`'],
])('%s', (_, text, message) => expect(error(text)).toContain(message))

test('the versions from 6.0 to 9.5 are read, with comments before', () => {
  for (const version of ['6.0', '7.8', '8.10', '9.5'])
    expect(error(`// made by hand\n/* here */ ${whole.replace('8.0', version)}`)).toBe('none')
})
