import { agreeOn } from './agreement.js'

agreeOn('launches', { runs: 30, each: 5, hanging: 2 })
agreeOn('barriers', { runs: 30, each: 3, hanging: 2 })
agreeOn('warps', { runs: 30, each: 3, hanging: 2 })
