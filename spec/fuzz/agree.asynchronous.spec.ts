import { agreeOn } from './agreement.js'

agreeOn('async', { runs: 15, each: 2, hanging: 1 })
agreeOn('tensors', { runs: 15, each: 2 })
agreeOn('clusters', { runs: 15, each: 2, hanging: 1 })
// Programs with computed addresses are those of `async` with names; mapped.spec.ts compares the two.
agreeOn('mapa', { runs: 10, each: 2 })
