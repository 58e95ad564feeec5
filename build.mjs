// Makes the parser of each grammar, then the command and the library in dist/. `--grammars` stops after the parsers.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { build } from 'esbuild'
import peggy from 'peggy'

// The grammars, each with those whose rules it shares.
const grammars = {
  'litmus/nvlitmus': ['litmus/syntax/words.peggy'],
  'litmus/herd': ['litmus/syntax/words.peggy'],
  'axioms/algebra/cat': [],
}
for (const [folder, shared] of Object.entries(grammars)) {
  const files = [`${folder}/grammar.peggy`, ...shared]
  const sources = files.map((source) => ({ source, text: readFileSync(source, 'utf8') }))
  writeFileSync(`${folder}/grammar.js`, peggy.generate(sources, { format: 'es', output: 'source' }))
}
if (process.argv.includes('--grammars')) process.exit(0)

rmSync('dist', { recursive: true, force: true })
const shared = { bundle: true, platform: 'node', target: 'node20', format: 'esm', logLevel: 'warning' }
// The command starts fast: one file for all that it always needs, and only z3 left outside.
await build({
  ...shared,
  entryPoints: {
    'ptx-litmus': 'cli/main.ts',
    'regress-worker': 'cli/regress/worker.ts',
    'check-worker': 'cli/check/worker.ts',
  },
  outdir: 'dist',
  splitting: true,
  minify: true,
  external: ['z3-solver'],
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
})
await build({ ...shared, entryPoints: ['index.ts'], outdir: 'dist', packages: 'external' })
await build({
  ...shared,
  entryPoints: { bench: 'bench/bench.ts', 'fuzz-verdicts': 'fuzz/verdicts.ts', fuzz: 'fuzz/inputs.ts' },
  outdir: 'dist',
  packages: 'external',
})
