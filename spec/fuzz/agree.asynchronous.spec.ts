import { agreeOn } from './agreement.js'

agreeOn('async', { runs: 30, each: 3, hanging: 2 })
agreeOn('tensors', { runs: 30, each: 3 })
agreeOn('clusters', { runs: 30, each: 3, hanging: 2 })
// Programs with computed addresses are those of `async` with names; mapped.spec.ts compares the two.
agreeOn('mapa', { runs: 10, each: 2 })
