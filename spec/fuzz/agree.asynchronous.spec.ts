import { agreeOn } from './agreement.js'

agreeOn('async', { runs: 6, each: 1, hanging: 1 })
agreeOn('strong', { runs: 6, each: 1 })
agreeOn('tensors', { runs: 6, each: 1 })
agreeOn('clusters', { runs: 6, each: 1, hanging: 1 })
// Programs with computed addresses are those of `async` with names; mapped.spec.ts compares the two.
agreeOn('mapa', { runs: 6, each: 1 })
