/** A thread of a regression: takes texts of tests, gives back what they decide to. */

import { parentPort, workerData } from 'node:worker_threads'
import type { SourceText } from '../../source/text.js'
import { ready } from '../threads/threads.js'
import { startSolver } from '../z3/start.js'
import { decideFile, type Task } from './decide.js'

const task: Task = workerData
const solver = await startSolver()

parentPort?.on('message', (source: SourceText) => parentPort?.postMessage(decideFile(source, task, solver)))
parentPort?.postMessage(ready)
