import { agreeOn } from './agreement.js'

agreeOn('async', { runs: 10, each: 1, hanging: 1 })
agreeOn('tensors', { runs: 10, each: 1 })
agreeOn('clusters', { runs: 10, each: 1, hanging: 1 })
// Programs with computed addresses are those of `async` with names; mapped.spec.ts compares the two.
agreeOn('mapa', { runs: 10, each: 1 })
