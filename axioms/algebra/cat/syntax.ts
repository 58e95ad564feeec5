/** The output of the grammar of cat: words with their places, before any name is looked up. */

import type { Manner } from '../reading.js'

export interface SourceRange {
  readonly start: number
  readonly end: number
}

interface Word {
  readonly text: string
  readonly place: SourceRange
}

export interface CatFile {
  readonly title: string | null
  readonly statements: readonly Statement[]
}

/** A statement with the comments in front of it. */
export type Noted<S> = S & { readonly notes: readonly Clause[] }

export type Statement = Noted<Let> | Noted<Check> | Noted<Include> | Noted<Uncovered>

/** A clause of a comment of a fixed form about the statement that follows. */
export type Clause =
  /** Holds for all that follow, up to the next comment of this kind; empty for none. */
  | { readonly kind: 'section'; readonly section: string }
  | { readonly kind: 'words' | 'backwards' | 'called'; readonly words: string }
  | { readonly kind: 'role'; readonly words: string; readonly place: SourceRange }
  | {
      readonly kind: 'sentence'
      readonly by: string | null
      readonly circle: boolean
      readonly words: string
      readonly place: SourceRange
    }
  | { readonly kind: 'shown'; readonly manner: Manner }
  | { readonly kind: 'condition' | 'synchronisation' | 'lastResort' | 'extension' }

/** `let`, or `let rec`, of one or several names. */
export interface Let {
  readonly kind: 'let'
  readonly recursive: boolean
  readonly bindings: readonly Binding[]
  readonly place: SourceRange
}

export interface Binding {
  readonly name: Word
  /** The parameters of a function. */
  readonly parameters: readonly Word[] | null
  readonly body: Expression
}

export interface Check {
  readonly kind: 'check'
  readonly flag: boolean
  readonly negated: boolean
  readonly test: 'acyclic' | 'irreflexive' | 'empty'
  readonly of: Expression
  readonly name: Word | null
  readonly place: SourceRange
}

export interface Include {
  readonly kind: 'include'
  readonly file: Word
  readonly place: SourceRange
}

/** Features of tests that the model does not cover, as written. */
export interface Uncovered {
  readonly kind: 'uncovered'
  readonly features: readonly Word[]
  readonly place: SourceRange
}

export type Expression =
  | { readonly kind: 'name'; readonly name: Word; readonly place: SourceRange }
  | { readonly kind: 'call'; readonly name: Word; readonly given: readonly Expression[]; readonly place: SourceRange }
  /** `0` and `_`. */
  | { readonly kind: 'nothing' | 'everything'; readonly place: SourceRange }
  | {
      readonly kind: 'union' | 'intersection' | 'sequence'
      readonly of: readonly Expression[]
      readonly place: SourceRange
    }
  | {
      readonly kind: 'difference' | 'product'
      readonly left: Expression
      readonly right: Expression
      readonly place: SourceRange
    }
  | {
      readonly kind: 'complement' | 'inverse' | 'plus' | 'star' | 'optional' | 'identity'
      readonly of: Expression
      readonly place: SourceRange
    }
