/** The output of the grammars of both formats: words with their places, before any name is looked up. */

import type { Span } from '../../source/text.js'
import type { ConditionOf } from '../condition.js'
import type {
  CudaCall,
  CudaObject,
  PlaceSyntax,
  Statement,
  TensorSyntax,
  ValueSyntax,
  Word,
} from '../instructions/statement.js'
import type { Integer } from '../operand.js'
import type { Question } from '../program.js'

/** The content of a thread, in order. */
export type CodeSyntax =
  | LabelSyntax
  | StatementSyntax
  | CudaSyntax
  | ReferenceSyntax
  | GuardedSyntax
  | CallSyntax
  | LaunchSyntax
  | ForeignSyntax

interface LabelSyntax {
  readonly kind: 'label'
  readonly name: Word
  readonly span: Span
}

export type StatementSyntax = Omit<Statement, 'format'> & { readonly kind: 'statement' }

export type CudaSyntax = CudaCall & { readonly kind: 'cuda' }

/** `cuda::atomic_ref<int, cuda::thread_scope_device> flag(x)`: a name for an object. */
export interface ReferenceSyntax {
  readonly kind: 'reference'
  readonly name: Word
  readonly object: CudaObject
  readonly span: Span
}

/** `@p st [x], 1`: a statement that is executed if the register is not 0, or with `!`, if it is. */
export interface GuardedSyntax {
  readonly kind: 'guarded'
  readonly register: Word
  readonly negated: boolean
  readonly guardSpan: Span
  readonly code: StatementSyntax | CudaSyntax
  readonly span: Span
}

/** A call of the CUDA runtime, `name(…)` or `result = name(…)`. */
export interface CallSyntax {
  readonly kind: 'call'
  readonly result: Word | null
  readonly name: Word
  readonly arguments: readonly (Integer | Word)[]
  /** No text has it: it comes with a launch of the command line. */
  readonly implied?: true
  readonly span: Span
}

/**
 * A launch of a kernel, `name<<<grid, block, bytes, stream, cluster(2), cooperative, programmatic, resident(2),
 * device(1), domain(1), aligned(16), lanes 0>>>(…)`.
 */
export interface LaunchSyntax {
  readonly kind: 'launch'
  readonly name: Word
  readonly sizes: readonly SizeSyntax[]
  readonly arguments: readonly ArgumentSyntax[]
  readonly options: readonly LaunchOption[]
  readonly span: Span
}

export type SizeSyntax = Integer | Word | DimensionsSyntax

/** `(2, 2)` */
interface DimensionsSyntax {
  readonly kind: 'dimensions'
  readonly values: readonly Integer[]
  readonly span: Span
}

/** An argument for a kernel of a module. */
export type ArgumentSyntax =
  | ValueSyntax
  /** A tensor map that describes it. */
  | TensorSyntax
  | { readonly kind: 'float'; readonly value: number; readonly text: string; readonly span: Span }
  | { readonly kind: 'list'; readonly values: readonly ArgumentSyntax[]; readonly span: Span }
  /** Its values by their offsets in bytes. */
  | {
      readonly kind: 'structure'
      readonly fields: readonly { readonly offset: Integer; readonly value: ArgumentSyntax }[]
      readonly span: Span
    }

/** `lanes 0, 8..15` */
export interface LanesSyntax {
  readonly kind: 'lanes'
  readonly ranges: readonly { readonly first: Integer; readonly last: Integer }[]
  readonly span: Span
}

type LaunchOption = { readonly span: Span } & (
  | { readonly kind: 'cluster'; readonly size: DimensionsSyntax }
  | { readonly kind: 'cooperative' | 'programmatic' }
  | { readonly kind: 'resident'; readonly blocks: Integer }
  /** What is assumed of the shared memory of its kernel. */
  | { readonly kind: 'aligned'; readonly bytes: Integer }
  | { readonly kind: 'unknown option'; readonly text: string }
  /** The GPU, or the memory synchronisation domain, by its number. */
  | { readonly kind: 'device' | 'domain'; readonly number: Integer }
  | LanesSyntax
)

/** A statement that is not an instruction of PTX. */
export interface ForeignSyntax {
  readonly kind: 'foreign'
  readonly what: 'call' | 'launch' | 'assignment' | 'predicate' | 'label' | 'directive'
  /** The name of the function, the label or the directive. */
  readonly text: string
  readonly span: Span
}

export type ConditionSyntax = ConditionOf<TermSyntax | ValuesSyntax>

export type TermSyntax =
  | Integer
  /** `[x]`, `[a[1]]`, `a[1]`, `[a+4]` */
  | {
      readonly kind: 'memory'
      readonly owner: string | null
      readonly name: Word
      readonly index: bigint | null
      readonly offset: bigint
      readonly span: Span
    }
  /** `&x`, `&a[2]` */
  | PlaceSyntax
  | { readonly kind: 'register'; readonly thread: string; readonly name: Word; readonly span: Span }
  /** A location, or the register of the only thread that has it. */
  | { readonly kind: 'name'; readonly name: Word; readonly span: Span }

/** `{42, 43}`: what an array is compared with, element by element. */
export interface ValuesSyntax {
  readonly kind: 'values'
  readonly values: readonly (Integer | PlaceSyntax)[]
  readonly span: Span
}

/** A question of a test about executions. */
export type AskedSyntax =
  | QuestionSyntax
  | { readonly kind: 'filter'; readonly condition: ConditionSyntax; readonly span: Span }
  | { readonly kind: 'locations'; readonly terms: readonly TermSyntax[]; readonly span: Span }

export interface QuestionSyntax {
  readonly kind: 'question'
  readonly question: Question['kind']
  /** The quantifier of `exists`, `~exists` and `forall`, whose names may be left out. */
  readonly quantifier?: 'exists' | '~exists' | 'forall'
  readonly condition: ConditionSyntax
  readonly name: Word | null
  readonly span: Span
}
