import { join } from 'node:path'
import { expectErrors } from '../../golden.js'
import { root } from '../../support.js'

expectErrors('the herd-style reader', join(root, 'spec/litmus/herd/errors'), '.litmus')
