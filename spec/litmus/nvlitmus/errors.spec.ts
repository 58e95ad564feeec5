import { join } from 'node:path'
import { expectErrors } from '../../golden.js'
import { root } from '../../support.js'

expectErrors('the nvlitmus reader', join(root, 'spec/litmus/nvlitmus/errors'), '.test')
