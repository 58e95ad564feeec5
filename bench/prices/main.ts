/** Prints the CUDA program that measures what instructions cost: `npm run -s prices > prices.cu`. */

import { measuringProgram } from './program.js'

process.stdout.write(measuringProgram())
