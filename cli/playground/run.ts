/** `ptx-litmus playground`: serves the page until Ctrl-C. */

import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { defaultModel } from '../../axioms/models.js'
import type { ExitStatus } from '../../report/check.js'
import { diagnostic } from '../../source/diagnostic.js'
import { collect, fail, ok, type Result } from '../../source/result.js'
import { fragmentOf } from '../../web/state.js'
import type { CommandEnvironment } from '../commandline/command.js'
import { errorsTo, messageOf } from '../console/errors.js'
import { readSource, standardInput } from '../input/source.js'
import { openBrowser } from './browser.js'
import type { PlaygroundArguments } from './command.js'
import { documentsJson } from './documents.js'
import { examplesJson, sourcesJson } from './examples.js'
import { type Served, serverOf } from './server.js'

/** Runs the command and returns the exit status. */
export async function run(
  { words: [path], port, 'no-open': noOpen }: PlaygroundArguments,
  { output, threadScript }: CommandEnvironment,
): Promise<ExitStatus> {
  const errors = errorsTo(output)
  const request = errors.valueOf(
    collect({ files: filesOf(new URL('web/', threadScript)), fragment: await fragmentFor(path) }),
  )
  if (request === undefined) return 2
  const { files, fragment } = request
  const server = serverOf(files)
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  } catch (error) {
    errors.report([diagnostic(`the page cannot be served: ${messageOf(error)}`, `--port ${port}`)])
    return 2
  }
  const address = server.address()
  const served = typeof address === 'object' ? address?.port : port
  const page = `http://127.0.0.1:${served}/${fragment}`
  // A process that reads the address may send the signal at once.
  const interrupted = once(process, 'SIGINT')
  output.out(page)
  if (!noOpen) openBrowser(page)
  await interrupted
  server.closeAllConnections()
  server.close()
  return 0
}

/** Returns what the address of the page ends with: the test, if one is given. Fails if it cannot be read. */
async function fragmentFor(path: string | undefined): Promise<Result<string>> {
  if (path === undefined) return ok('')
  const source = readSource(standardInput(path), 'test')
  if (!source.ok) return source
  const { name, text } = source.value
  const about = {
    launch: '',
    claim: '',
    modules: {},
    model: defaultModel.name,
    test: 0,
    question: 0,
    tab: 'execution',
  } as const
  return ok(`#${await fragmentOf({ ...about, name: basename(name), text })}`)
}

/**
 * Returns the files of the page, the examples and the documentation from the folder of the package, and CaDiCaL's WebAssembly from its own.
 * Fails if the page was not built.
 */
function filesOf(folder: URL): Result<Served> {
  if (!existsSync(folder))
    return fail(diagnostic('the page is not built; `npm run web` builds it', 'ptx-litmus playground'))
  const cadical = pathToFileURL(createRequire(import.meta.url).resolve('cadical-wasm/cadical.wasm'))
  const own = readdirSync(folder).map((name) => [name, new URL(name, folder)] as const)
  const inPackage = fileURLToPath(new URL('../..', folder))
  const examples = join(inPackage, 'examples')
  return ok(
    new Map<string, URL | string>([
      ...own,
      ['examples.json', examplesJson(examples)],
      ['sources.json', sourcesJson(examples)],
      ['docs.json', documentsJson(inPackage)],
      ['cadical.wasm', cadical],
    ]),
  )
}
