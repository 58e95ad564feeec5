/** The parser that `npm run build` makes of grammar.peggy. */

import type { Grammar } from '../../source/grammar.js'
import type { Item } from './syntax.js'

export declare const parse: Grammar<readonly Item[]>['parse']
export declare const SyntaxError: Grammar<readonly Item[]>['SyntaxError']
