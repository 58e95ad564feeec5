/** The parser that `npm run build` makes of grammar.peggy. */

import type { Grammar } from '../../source/grammar.js'
import type { ModuleSyntax } from './syntax.js'

export declare const parse: Grammar<ModuleSyntax>['parse']
export declare const SyntaxError: Grammar<ModuleSyntax>['SyntaxError']
