/** The parser that `npm run build` makes of grammar.peggy. */

import type { Grammar } from '../../../source/grammar.js'
import type { CatFile } from './syntax.js'

export declare const parse: Grammar<CatFile>['parse']
export declare const SyntaxError: Grammar<CatFile>['SyntaxError']
