/** The parser that `npm run build` makes of grammar.peggy. */

import type { Grammar } from '../../source/grammar.js'
import type { FileSyntax } from './syntax.js'

export declare const parse: Grammar<FileSyntax>['parse']
export declare const SyntaxError: Grammar<FileSyntax>['SyntaxError']
