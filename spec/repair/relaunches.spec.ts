/** Launches that lack what their kernels are written for. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fixDocument } from '../../report/repairs.js'
import { must } from '../../source/must.js'
import { workplace } from '../cli/workplace.js'
import { root } from '../support.js'

const { run, write } = workplace()

const example = (name: string): string => join(root, 'examples', name)

/** Writes a test of the examples with another text of its launch beside its module, and returns its path. */
function launchedBy(name: string, from: string, to: string): string {
  const [text, ptx] = ['test', 'ptx'].map((ending) => readFileSync(example(`${name}.${ending}`), 'utf8'))
  write(`${name.split('/').at(-1)}.ptx`, must(ptx, 'a module'))
  return write('plain.test', must(text, 'a test').replace(from, to))
}

async function fixed(...args: readonly string[]) {
  const { stdout } = await run(['fix', '--json', ...args])
  return fixDocument.parse(JSON.parse(stdout))
}

test('a grid that synchronises is launched cooperatively, also if only races are forbidden', async () => {
  const { result, ended, repairs } = await fixed(example('kernels/cooperative-groups+plain-launch.test'), '--race-free')
  expect({ result, ended }).toEqual({ result: 'repaired', ended: 'launch' })
  expect(repairs[0]?.diff).toContain('+  grid<<<4, 1, cooperative>>>(x, out);')
  expect(repairs[0]?.changes[0]?.edits[0]?.cuda).toEqual(['cudaLaunchCooperativeKernel(…)'])
})

test('a kernel that uses a cluster is launched with one, and not if nothing is wrong with it', async () => {
  const path = launchedBy('kernels/cluster-sum', ', cluster(2)', '')
  const { repairs } = await fixed(path)
  expect(repairs[0]?.diff).toContain('+  add_up<<<2, 1, cluster(2)>>>(in, out);')
  const single = launchedBy('kernels/cluster-sum', '<<<2, 1, cluster(2)>>>', '<<<1, 1>>>')
  expect((await fixed(single, '--race-free')).result).toBe('nothing to do')
})

test('a launch of the command line is changed there', async () => {
  const args = ['--launch', 'add_up<<<2, 1>>>(in: s32[2] = {1, 2}, out: s32)', '--assert', 'out == 3']
  const { stdout, status } = await run(['fix', example('kernels/cluster-sum.ptx'), ...args])
  expect(status).toBe(0)
  expect(stdout).toContain('with add_up<<<2, 1, cluster(2)>>>(in: s32[2] = {1, 2}, out: s32) in the option --launch')
  expect(stdout).toContain('No file changes: the launch is on the command line.')
})

test('a launch that is not enough is not offered, and none where other changes are asked for', async () => {
  const path = launchedBy('kernels/cluster-sum', ', cluster(2)', '')
  const wrong = write('plain.test', readFileSync(path, 'utf8').replace('out == 3', 'out == 4'))
  expect((await fixed(wrong)).result).toBe('no repair')
  expect((await fixed(launchedBy('kernels/cluster-sum', ', cluster(2)', ''), '--only', 'fences')).result).toBe(
    'no repair',
  )
})
