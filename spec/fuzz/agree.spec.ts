import { agreeOn } from './agreement.js'

agreeOn('nvlitmus', { runs: 15, each: 3 })
// A program in this format asks one question.
agreeOn('herd', { runs: 15, each: 1, hanging: 1 })
agreeOn('streams', { runs: 15, each: 1 })
agreeOn('memory', { runs: 15, each: 1 })
