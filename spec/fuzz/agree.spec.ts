import { agreeOn } from './agreement.js'

agreeOn('nvlitmus', { runs: 30, each: 10 })
// A program in this format asks one question.
agreeOn('herd', { runs: 30, each: 4, hanging: 2 })
agreeOn('streams', { runs: 30, each: 5 })
agreeOn('memory', { runs: 30, each: 5 })
