/** Runs half of all files of specs. */

import { shard } from './shard.mjs'

await shard(1)
