/** Runs a quarter of all files of specs. */

import { shard } from './shard.mjs'

await shard(1)
