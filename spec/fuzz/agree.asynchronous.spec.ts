import { agreeOn } from './agreement.js'

agreeOn('async', { runs: 4, each: 1, hanging: 1 })
agreeOn('strong', { runs: 4, each: 1 })
agreeOn('tensors', { runs: 4, seed: 5, each: 1 })
agreeOn('clusters', { runs: 4, seed: 6, each: 1, hanging: 1 })
// Programs with computed addresses are those of `async` with names; mapped.spec.ts compares the two.
agreeOn('mapa', { runs: 4, seed: 2, each: 1 })
agreeOn('arriving', { runs: 6, each: 1 })
