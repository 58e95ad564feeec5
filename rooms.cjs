/**
 * The rooms, and the arrows between them. A room may import what its arrows lead to, and whatever the arrows from there lead to. A program goes from
 * text to verdict; nothing leads back. `npm run lint` checks the imports, and spec/rooms.spec.ts checks that it does.
 */
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
  'encoder/events/warpgroups': ['encoder/events/barriers', 'encoder/events/asynchronous'],
  'encoder/events/threads': ['encoder/events/warpgroups'],
  'encoder/events': ['encoder/events/threads'],
  'encoder/relations': ['encoder/events/barriers', 'encoder/events/asynchronous'],
  'encoder/execution': ['encoder/relations'],
  'encoder/formula': ['encoder/relations'],
  'encoder/solver': [],
  'encoder/decide': ['encoder/events', 'encoder/execution', 'encoder/formula', 'encoder/solver'],
  report: [],
  deviations: ['litmus'],
  hardware: ['encoder/decide'],
  witness: ['deviations', 'encoder/decide', 'report'],
  answers: ['axioms', 'witness'],
  races: ['witness'],
  repair: ['answers', 'races'],
  explain: ['repair'],
  synthesis: ['encoder/decide'],
  language: ['repair'],
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

/** The contents of the folders; `npm run map` prints them. */
const contents = {
  answers: 'Answers as commands judge and show them.',
  axioms: 'The models as cat files, and what compiles them when the package is built.',
  'axioms/algebra': 'The relational language, its vocabulary, and the definition of a candidate execution.',
  'axioms/algebra/cat': 'The cat language: its reader and its printer.',
  bench: 'Measurements, and programs that write reports.',
  'bench/faults': 'Faults that a developer could make, and the proof that a spec catches each.',
  'bench/hardware': 'The report of what GPUs showed.',
  'bench/page': 'The time that the page takes in Chromium.',
  'bench/repairs': 'The report of what `fix` and `weaken` make of the examples.',
  'bench/synthesis': 'The reports of which tests tell models apart, and of the suite.',
  'bench/units': 'The report of translation units: how each is compiled, and what is refused in it.',
  cli: 'The command. Each subcommand has a folder with `command.ts` (what it takes), `run.ts` and `render.ts`.',
  'cli/check/reporters': 'Reports for other tools.',
  'cli/commandline': 'Command lines: options, their checks, and help.',
  'cli/console': 'Output to terminals and pipes.',
  'cli/input': 'The files, tests and models that a user names.',
  'cli/playground': 'The server of the page.',
  'cli/repairs': 'Code that `fix` and `weaken` share.',
  'cli/synthesis': 'Code that `generate` and `distinguish` share.',
  'cli/tables': 'Tables of expectations and baselines, in CSV.',
  'cli/threads': 'Work that is dealt out to threads.',
  'cli/z3': 'z3 under Node. Only `start.ts` loads z3-solver.',
  deviations:
    'Guarantees of the ISA that compilers and GPUs are known to break: patterns of programs, and their weakened forms.',
  'editors/vscode': 'The extension of VS Code, a workspace of npm.',
  'encoder/decide': 'Verdicts, outcomes, witnesses, brute force and limits.',
  'encoder/events': 'The event graph of a program, with its loops executed.',
  'encoder/events/asynchronous':
    'Copies, stores and reductions by the system, mbarriers, tensor maps, and their fences.',
  'encoder/events/warpgroups': 'Warpgroups: matrices in shared memory, the operations on them, and their misuse.',
  'encoder/events/barriers':
    'Barriers of CTAs, clusters and warps: who meets, what they return, and how they are misused.',
  'encoder/events/control': 'Control flow: lines, loops, branches, registers, and the tasks of the host.',
  'encoder/events/graph': 'The graph as data: events, base sets, scopes and unknown values.',
  'encoder/events/memory': 'Memory: its layout, the addresses of accesses, and the cells that they cover.',
  'encoder/events/threads': 'The execution of threads, instruction by instruction.',
  'encoder/execution': 'An execution as data, its replay, and the list of candidates.',
  'encoder/formula': 'Formulas, symbolic values, orders in clauses, and SMT-LIB.',
  'encoder/relations': 'Sets and relations over events in any logic, their bounds, and the interpreter of models.',
  'encoder/solver': 'Sessions with z3. `smt.ts` explains how problems are handed over.',
  'encoder/solver/wasm': 'The WebAssembly of z3, and how it is instantiated.',
  'encoder/values': 'Values that threads compute: expressions, arithmetic, and truth values.',
  explain: 'Reasons why an outcome is forbidden or allowed.',
  'explain/text': 'Explanations as text.',
  fuzz: 'Random programs, decided in two ways.',
  'fuzz/kernels':
    'Random kernels, and an interpreter of PTX for one thread, written from the ISA. It must not import the reader or the encoder.',
  hardware: 'Tests as CUDA C++ programs, and the logs that these print.',
  'hardware/harness': 'The CUDA C++ that all of these programs share.',
  language:
    'The information that an editor shows about a text: errors, answers, names, hovers, formatting. Pure functions over texts.',
  litmus: 'The program as data, and the linker that makes it.',
  'litmus/herd': 'The herd-style format, `.litmus`: its reader and its printer.',
  'litmus/host': 'The host: calls of the CUDA runtime, tasks, and streams.',
  'litmus/instructions': 'Instructions: what a mnemonic and its operands mean.',
  'litmus/module': 'Modules of PTX, and the threads of their launches.',
  'litmus/nvlitmus': 'The nvlitmus format, `.test`: its reader and its printer.',
  'litmus/syntax': 'Syntax that the formats share.',
  races: 'Data races.',
  repair: 'Changes of programs, their costs, and the search for the cheapest that mend or weaken one.',
  report: 'The zod schemas of the documents that commands write as JSON.',
  source: 'Texts, places, diagnostics and results.',
  spec: 'Specs. `spec/x/y.spec.ts` tests `x/y.ts`, and `spec/x/y.z.spec.ts` one aspect of it.',
  synthesis: 'Programs that are searched for: minimal tests, and tests that tell models apart.',
  'synthesis/cycle': 'Tests from named cycles.',
  web: 'The page in the browser.',
  'web/editor': 'The editor of the page.',
  'web/page': 'The main thread of the page. It decides nothing.',
  'web/worker': 'The thread of the page that decides.',
  witness: 'Executions as documents and texts, and how to read them back.',
  'witness/picture': 'Executions as pictures.',
}

/** The rooms that a room may import. */
const reach = (room) => [...new Set(arrows[room].flatMap((next) => [next, ...reach(next)]))]

/** A pattern of the files of a room, which may be one file; it does not match the rooms inside. */
function inside(room) {
  if (room.endsWith('.ts')) return `^${room.replace('.', '\\.')}$`
  const inner = Object.keys(arrows).filter((other) => other.startsWith(`${room}/`))
  const names = inner.map((other) => `${other.slice(room.length + 1)}/`)
  return names.length === 0 ? `^${room}/` : `^${room}/(?!${names.join('|')})`
}

module.exports = { arrows, contents, reach, inside }
