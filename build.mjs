// Makes the parser of each grammar, then the command and the library in dist/. `--grammars` stops after the parsers.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { build } from 'esbuild'
import peggy from 'peggy'

for (const folder of ['litmus/nvlitmus', 'axioms/algebra/cat']) {
  const grammarSource = `${folder}/grammar.peggy`
  const parser = peggy.generate(readFileSync(grammarSource, 'utf8'), { grammarSource, format: 'es', output: 'source' })
  writeFileSync(`${folder}/grammar.js`, parser)
}
if (process.argv.includes('--grammars')) process.exit(0)

rmSync('dist', { recursive: true, force: true })
const shared = { bundle: true, platform: 'node', target: 'node20', format: 'esm', logLevel: 'warning' }
// The command starts fast: one file for all that it always needs, and only z3 left outside.
await build({
  ...shared,
  entryPoints: { 'ptx-litmus': 'cli/main.ts', 'regress-worker': 'cli/regress/worker.ts' },
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
  entryPoints: { bench: 'bench/bench.ts', 'fuzz-verdicts': 'fuzz/verdicts.ts' },
  outdir: 'dist',
  packages: 'external',
})
