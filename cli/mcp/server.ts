/** A server of the Model Context Protocol: the tools, as the official SDK serves them. */

import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import * as z from 'zod'
import { ofWatcher } from '../console/watcher.js'
import { givenFile } from './input.js'
import { type Ended, type Limits, runLimited } from './process.js'
import { anyInput, type Input, type Tool, tools } from './tools.js'
import { meaning, results } from './words.js'

export interface Serving {
  readonly version: string
  /** The script of the command. */
  readonly script: string
  readonly limits: Limits
  readonly nvcc?: string | undefined
}

const always = ['file', 'text', 'format', 'launch', 'model', 'bound'] as const

/** Returns the server, which is not yet connected. */
export function mcpServer(serving: Serving): McpServer {
  const server = new McpServer(
    { name: 'ptx-litmus', version: serving.version },
    {
      instructions:
        'Decides questions about NVIDIA GPU memory: can this outcome happen, is there a data race, which fence is missing. Results say success, failure or no answer; never report a result with no answer as success, and report assumptions.',
    },
  )
  for (const tool of tools) {
    const takes = Object.fromEntries([...always, ...tool.takes].map((name) => [name, anyInput.shape[name]]))
    server.registerTool(
      tool.name,
      {
        title: tool.title,
        description: tool.description,
        inputSchema: takes,
        outputSchema: {
          result: z.enum(results),
          says: z.array(z.string()).describe('the answers and their reasons'),
          document: tool.document.describe('the JSON document of the command'),
        },
        annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
      },
      async (given, { signal }) => call(tool, anyInput.parse(given), serving, signal),
    )
  }
  server.registerTool(
    'launch',
    {
      title: 'List the entries of a module',
      description: 'Lists the kernels of PTX or CUDA C++, each with a `launch` to fill in.',
      inputSchema: Object.fromEntries(
        (['file', 'text', 'format'] as const).map((name) => [name, anyInput.shape[name]]),
      ),
      annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    },
    async (given, { signal }) => {
      const ended = await run(['launch'], anyInput.parse(given), serving, signal)
      if (typeof ended === 'string') return failed(ended)
      if (ended.kind === 'no result') return failed(ended.reason)
      return ended.status === 0 ? { content: [{ type: 'text', text: ended.stdout }] } : failed(ended.stderr)
    },
  )
  return server
}

/** Runs a tool's command. Returns a message if the call names no file. */
async function run(
  words: readonly string[],
  input: Input,
  { script, limits, nvcc }: Serving,
  signal: AbortSignal,
): Promise<Ended | string> {
  const file = givenFile(input)
  if (typeof file === 'string') return file
  try {
    const compiler = nvcc === undefined ? [] : ['--nvcc', nvcc]
    return await runLimited(script, [...words, ...compiler, '--', file.path], limits, signal)
  } finally {
    file.remove()
  }
}

async function call(tool: Tool, input: Input, serving: Serving, signal: AbortSignal): Promise<CallToolResult> {
  const { launch = [], model, bound, assert = [], exists = [], question } = input
  const seconds = Math.max(1, Math.floor((serving.limits.time / 1000) * solverShare))
  const words = [
    ...tool.words(input),
    ...launch.flatMap((one) => ['--launch', one]),
    ...assert.flatMap((one) => ['--assert', one]),
    ...exists.flatMap((one) => ['--exists', one]),
    ...(question === undefined ? [] : ['--question', question]),
    ...(model === undefined ? [] : ['--model', model]),
    ...(bound === undefined ? [] : ['--bound', `${bound}`]),
    '--timeout',
    `${seconds}`,
  ]
  const ended = await run(words, input, serving, signal)
  if (typeof ended === 'string') return failed(ended)
  if (ended.kind === 'no result') return failed(ended.reason)
  if (ended.status === 2 || ended.stdout === '') return failed(ended.stderr)
  const written: unknown = JSON.parse(ended.stdout)
  const document = tool.name === 'explain' ? { explanations: Array.isArray(written) ? written : [written] } : written
  const { result, lines } = tool.say(document)
  const notes = ended.stderr.replace(ofWatcher, '').trim()
  const text = [meaning[result], ...lines, ...(notes === '' ? [] : ['', notes])].join('\n')
  return {
    content: [{ type: 'text', text }],
    structuredContent: { result, says: [meaning[result], ...lines], document },
  }
}

/** The part of the time that the solver gets; the rest is for reading, for the formula and for a second search. */
const solverShare = 0.4

/** Returns the result of a call that gives no answer. */
const failed = (why: string): CallToolResult => ({
  isError: true,
  content: [{ type: 'text', text: `NO ANSWER: this says nothing about the program. ${why.trim()}` }],
})
