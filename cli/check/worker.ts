/** A thread of `check`: takes one question at a time, gives back its answer. */

import { parentPort, workerData } from 'node:worker_threads'
import { ready } from '../threads/threads.js'
import { startSolver } from '../z3/start.js'
import { type Asked, answerTo, type Task } from './answer.js'

const task: Task = workerData
const solver = await startSolver(task)

parentPort?.on('message', (asked: Asked) => parentPort?.postMessage(answerTo(asked, task, solver)))
parentPort?.postMessage(ready)
