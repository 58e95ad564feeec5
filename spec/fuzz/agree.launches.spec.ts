import { agreeOn } from './agreement.js'

agreeOn('launches', { runs: 15, each: 1, hanging: 1 })
agreeOn('dependents', { runs: 15, each: 1, hanging: 1 })
agreeOn('devices', { runs: 15, each: 1, hanging: 1 })
agreeOn('dependents in domains', { runs: 10, each: 1, hanging: 1 })
agreeOn('polling hosts', { runs: 15, each: 1, hanging: 1 })
agreeOn('barriers', { runs: 15, each: 1, hanging: 1 })
agreeOn('warps', { runs: 15, each: 1, hanging: 1 })
