/** `ptx-litmus mcp`: serves the tools on standard input and output. */

import { fileURLToPath } from 'node:url'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { ExitStatus } from '../../report/check.js'
import type { CommandEnvironment } from '../commandline/command.js'
import { packageVersions } from '../console/versions.js'
import type { McpArguments } from './command.js'
import { mcpServer } from './server.js'

/** Runs the command until the client closes standard input, and returns the exit status. */
export async function run(args: McpArguments, { threadScript }: CommandEnvironment): Promise<ExitStatus> {
  const server = mcpServer({
    version: packageVersions()['ptx-litmus'],
    // The command is beside the script of its threads.
    script: fileURLToPath(new URL('ptx-litmus.js', threadScript)),
    limits: { time: args['call-timeout'] * 1000, memory: args['call-memory'] },
    nvcc: args.nvcc,
  })
  await server.connect(new StdioServerTransport())
  await new Promise((resolve) => process.stdin.once('close', resolve).once('end', resolve))
  await server.close()
  return 0
}
