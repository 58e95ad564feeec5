/** What the grammar of cat gives: words with their places, nothing looked up. */

export interface Place {
  readonly start: number
  readonly end: number
}

export interface Word {
  readonly text: string
  readonly place: Place
}

export interface CatFile {
  readonly title: string | null
  /** The features that a comment below the title says are not covered. */
  readonly notCovered: readonly Word[]
  readonly statements: readonly Statement[]
}

export type Statement = Let | Check | Include

/** `let`, or `let rec`, of one or several names. */
export interface Let {
  readonly kind: 'let'
  readonly recursive: boolean
  readonly bindings: readonly Binding[]
  readonly place: Place
}

export interface Binding {
  readonly name: Word
  /** Of a function. */
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
  readonly place: Place
}

export interface Include {
  readonly kind: 'include'
  readonly file: Word
  readonly place: Place
}

export type Expression =
  | { readonly kind: 'name'; readonly name: Word; readonly place: Place }
  | { readonly kind: 'call'; readonly name: Word; readonly given: readonly Expression[]; readonly place: Place }
  /** `0` and `_`. */
  | { readonly kind: 'nothing' | 'everything'; readonly place: Place }
  | {
      readonly kind: 'union' | 'intersection' | 'sequence'
      readonly of: readonly Expression[]
      readonly place: Place
    }
  | {
      readonly kind: 'difference' | 'product'
      readonly left: Expression
      readonly right: Expression
      readonly place: Place
    }
  | {
      readonly kind: 'complement' | 'inverse' | 'plus' | 'star' | 'optional' | 'identity'
      readonly of: Expression
      readonly place: Place
    }
