/** The parser that `npm run build` makes of grammar.peggy. */

import type { Grammar } from '../../../source/grammar.js'
import type { CatFile } from './syntax.js'

export const parse: Grammar<CatFile>['parse']
export const SyntaxError: Grammar<CatFile>['SyntaxError']
