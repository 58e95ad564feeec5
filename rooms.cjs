// The rooms, and the arrows between them: a room may import what its arrows lead to, and whatever the arrows from there lead to.
// A program goes from text to verdict; nothing leads back. CONTRIBUTING.md draws this, and says what lives where; spec/rooms.spec.ts
// holds the picture and the imports to it.
const arrows = {
  source: [],
  litmus: ['source'],
  'axioms/algebra': ['source'],
  axioms: ['axioms/algebra'],
  'encoder/values': ['litmus'],
  'encoder/events/graph': ['encoder/values', 'axioms/algebra'],
  'encoder/events/control': ['encoder/events/graph'],
  'encoder/events/memory': ['encoder/events/control'],
  'encoder/events/barriers': ['encoder/events/memory'],
  'encoder/events/asynchronous': ['encoder/events/memory'],
  'encoder/events/threads': ['encoder/events/barriers', 'encoder/events/asynchronous'],
  'encoder/events': ['encoder/events/threads'],
  'encoder/relations': ['encoder/events/barriers', 'encoder/events/asynchronous'],
  'encoder/execution': ['encoder/relations'],
  'encoder/formula': ['encoder/relations'],
  'encoder/solver': [],
  'encoder/decide': ['encoder/events', 'encoder/execution', 'encoder/formula', 'encoder/solver'],
  report: [],
  hardware: ['encoder/decide'],
  witness: ['encoder/decide', 'report'],
  answers: ['axioms', 'witness'],
  races: ['witness'],
  repair: ['races'],
  explain: ['repair'],
  synthesis: ['encoder/decide'],
  language: ['answers', 'repair'],
  web: ['explain', 'hardware', 'language'],
  'index.ts': ['axioms', 'explain', 'hardware'],
  'node.ts': ['index.ts', 'cli/z3'],
  'cli/z3': ['encoder/solver'],
  'cli/console': ['source', 'report'],
  'cli/threads': ['source'],
  'cli/input': ['litmus', 'axioms'],
  'cli/tables': ['cli/input', 'report'],
  'cli/commandline': ['cli/console', 'cli/input', 'encoder/formula', 'encoder/solver'],
  'cli/playground': ['cli/commandline', 'web'],
  cli: [
    'answers',
    'cli/commandline',
    'cli/playground',
    'cli/tables',
    'cli/threads',
    'cli/z3',
    'explain',
    'hardware',
    'language',
    'synthesis',
  ],
  'editors/vscode': ['source'],
  fuzz: ['axioms', 'cli/z3', 'repair', 'fuzz/kernels', 'hardware'],
  'fuzz/kernels': ['source'],
  bench: ['cli/playground', 'cli/console', 'cli/input', 'cli/z3', 'encoder/decide', 'repair', 'report', 'synthesis'],
  spec: ['bench', 'cli', 'editors/vscode', 'fuzz', 'index.ts', 'node.ts'],
}

/** What a room may import. */
const reach = (room) => [...new Set(arrows[room].flatMap((next) => [next, ...reach(next)]))]

/** A pattern of the files of a room, which may be one file; rooms inside it are none of its own. */
function inside(room) {
  if (room.endsWith('.ts')) return `^${room.replace('.', '\\.')}$`
  const inner = Object.keys(arrows).filter((other) => other.startsWith(`${room}/`))
  const names = inner.map((other) => `${other.slice(room.length + 1)}/`)
  return names.length === 0 ? `^${room}/` : `^${room}/(?!${names.join('|')})`
}

module.exports = { arrows, reach, inside }
