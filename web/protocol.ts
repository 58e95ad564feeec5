/** The requests of the page to its worker, and the replies. All of it is plain data that can be posted. */

import type { Standing } from '../answers/standing.js'
import type { Mark } from '../report/conclusion.js'
import type { OutcomesReport } from '../report/outcomes.js'
import type { Room } from '../witness/view.js'

/** A memory model: a built-in one, or a text in cat. */
export type ModelChoice =
  | { readonly kind: 'built-in'; readonly name: string }
  | { readonly kind: 'text'; readonly name: string; readonly text: string }

/** The subject of a query. */
export interface Subject {
  /** The name of the file, by whose ending its format is known. */
  readonly name: string
  readonly text: string
  /** The launches of the kernels of a module of PTX, and the claims about them; empty for a test. */
  readonly launch: string
  readonly claim: string
  /** The texts of modules that the user changed, by their names without folders. */
  readonly modules: Readonly<Record<string, string>>
  readonly model: ModelChoice
}

/** Offsets count UTF-16 code units from 0, lines and columns from 1. */
export interface TextRange {
  readonly in: 'test' | 'model'
  readonly from: number
  readonly to: number
  readonly line: number
  readonly column: number
}

export interface Message {
  readonly kind: 'error' | 'note'
  /** The message, as the command prints it. */
  readonly text: string
  readonly message: string
  /** Undefined if the text that the message is about is not on the page. */
  readonly place: TextRange | undefined
  /** What leads to the message, such as the row of a template. */
  readonly notes: readonly { readonly message: string; readonly place: TextRange | undefined }[]
}

export interface AnsweredQuestion {
  readonly name: string
  readonly kind: 'assert' | 'permit' | 'check'
  /** The question as written, on one line. */
  readonly written: string
  readonly place: TextRange | undefined
  /** `holds within bound 2` */
  readonly answer: string
  readonly standing: Standing
  readonly details: readonly string[]
  /** Whether the answer rests on all executions, so that there can be a certificate of it. */
  readonly isCertifiable: boolean
}

export interface CheckedTest {
  /** The name of the test, with its row if it is an instance of a template. */
  readonly name: string
  /** The row of the template whose instance it is. */
  readonly row: TextRange | undefined
  readonly questions: readonly AnsweredQuestion[]
}

export interface Checked {
  readonly messages: readonly Message[]
  /** A launch of a module that has none yet. */
  readonly launch: string | undefined
  readonly tests: readonly CheckedTest[]
  readonly solver: 'sat' | 'brute'
  /** The time from the text to the verdicts. */
  readonly milliseconds: number
}

/** A picture of an execution. */
export interface ExecutionPicture {
  /** Its argument, or all of it if it is small. */
  readonly svg: string
  /** All of it, if its argument is less. */
  readonly whole?: string
  readonly text: string
  /** The document, as JSON. */
  readonly document: string
  /** The events in an order that causality permits, as `e3`, with their effects. */
  readonly steps: readonly EventStep[]
}

/** A line of a file, from 1. The name of the file has no folders. */
export interface FileLine {
  readonly file: string
  readonly line: number
}

export interface EventStep {
  readonly event: number
  readonly text: string
  /**
   * The lines of its instruction: of the source that it was compiled from, of the calls by which it is inlined, and of
   * the text itself; none for an initial write.
   */
  readonly lines: readonly FileLine[]
}

/** The answer to a question of a test. */
export interface Verdict {
  /** `assert fresh` */
  readonly question: string
  readonly answer: string
  readonly isDecided: boolean
}

/** A word of a text, described. */
export interface Described {
  readonly from: number
  readonly to: number
  /** In Markdown. */
  readonly markdown: string
}

export interface Explained {
  /** The reason; `remedies` has the changes that would forbid an allowed outcome. */
  readonly text: string
  readonly isAllowed: boolean
  /** The execution, for an allowed outcome; the objection of each axiom, for a forbidden one. */
  readonly pictures: readonly ExecutionPicture[]
}

/** A text of the page after a repair. */
export interface ChangedText {
  /** The name of a module beside the text, as the text gives it; undefined for the text itself. */
  readonly module: string | undefined
  readonly text: string
}

export interface RepairShown {
  /** The changes in words, a line each. */
  readonly lines: readonly string[]
  readonly cost: string
  /** The changed texts; none if no text can express the change. */
  readonly changed: readonly ChangedText[]
}

export interface Repairs {
  readonly text: string
  readonly repairs: readonly RepairShown[]
}

export interface Races {
  readonly verdict: string
  /** What the verdict rests on, and what else is reached: a line each. */
  readonly details: readonly string[]
  readonly races: readonly RaceShown[]
  /** The fences that do not count, a line each. */
  readonly idle: readonly string[]
  readonly marks: readonly { readonly place: TextRange; readonly message: string }[]
  /** The execution, drawn for the first race. */
  readonly shown: ExecutionPicture | undefined
}

/** A race of an execution. */
export interface RaceShown {
  readonly lines: readonly string[]
  /** The two accesses. */
  readonly events: readonly [number, number]
}

/** A synchronising piece of the text, and whether it is needed. */
export interface PieceShown {
  readonly text: string
  readonly need: string
  readonly mark: Mark
  /** Undefined if it is not in the text on the page. */
  readonly place: TextRange | undefined
}

export interface Audited {
  /** What the answers go by, a line each. */
  readonly head: readonly string[]
  readonly pieces: readonly PieceShown[]
  /** What can go together, and what nothing notices. */
  readonly foot: readonly string[]
}

/** A certificate of an answer, which was verified after it was made. */
export interface CertificateShown {
  /** What each part shows, a line each. */
  readonly parts: readonly string[]
  /** What the answer rests on besides, a line each. */
  readonly rests: readonly string[]
  readonly steps: number
  /** The times for deciding the questions of the test, for making the certificate, and for verifying it. */
  readonly milliseconds: { readonly decided: number; readonly certified: number; readonly verified: number }
  /** The certificate, with the texts that it is about: what `verify` reads. */
  readonly files: readonly FileShown[]
}

/** A file, with its folder. */
export interface FileShown {
  readonly name: string
  readonly text: string
}

export type Outcomes = OutcomesReport['tests'][number] & {
  /** What the list rests on, and what is reached besides: a line each. */
  readonly details: readonly string[]
}

/**
 * The queries by kind: the further fields and the result of each. Tests, questions and states are named by their
 * indices.
 */
export interface Queries {
  readonly check: { readonly asks: object; readonly gives: Checked }
  readonly execution: {
    readonly asks: { readonly test: number; readonly question: number }
    readonly gives: ExecutionPicture
  }
  readonly explain: { readonly asks: { readonly test: number; readonly question: number }; readonly gives: Explained }
  readonly remedies: { readonly asks: { readonly test: number; readonly question: number }; readonly gives: string }
  readonly outcomes: { readonly asks: { readonly test: number }; readonly gives: Outcomes }
  readonly state: { readonly asks: { readonly test: number; readonly state: number }; readonly gives: ExecutionPicture }
  readonly races: { readonly asks: { readonly test: number }; readonly gives: Races }
  readonly repairs: { readonly asks: { readonly test: number }; readonly gives: Repairs }
  readonly audit: { readonly asks: { readonly test: number }; readonly gives: Audited }
  readonly certify: {
    readonly asks: { readonly test: number; readonly question: number }
    readonly gives: CertificateShown
  }
  readonly convert: { readonly asks: { readonly test: number }; readonly gives: string }
  readonly cuda: { readonly asks: { readonly test: number }; readonly gives: string }
  /** Another test than the one that is edited, and a model. */
  readonly verdicts: {
    readonly asks: { readonly name: string; readonly text: string; readonly model: ModelChoice }
    readonly gives: readonly Verdict[]
  }
  /**
   * The picture of an execution, by its document, in which these events are shown besides those of its argument. The
   * argument may be about one of its races.
   */
  readonly drawn: {
    readonly asks: {
      readonly document: string
      readonly opened: readonly number[]
      readonly race?: readonly [number, number] | undefined
    }
    readonly gives: string
  }
  /** A tiny picture of another test than the one that is edited, in SVG. */
  readonly thumbnail: { readonly asks: { readonly name: string; readonly text: string }; readonly gives: string }
  readonly hover: {
    /** The text of a test, a module or a model, and an offset in it. */
    readonly asks: {
      readonly of: 'test' | 'model'
      readonly name: string
      readonly text: string
      readonly offset: number
    }
    readonly gives: Described | undefined
  }
}

export type QueryKind = keyof Queries
export type Query = { readonly [K in QueryKind]: { readonly kind: K } & Queries[K]['asks'] }[QueryKind]

/** The result of a query, or why it has none: a reason is shown to the user, a fault is a bug in the program. */
export type Given<T> =
  | { readonly kind: 'given'; readonly value: T }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'fault'; readonly message: string }

/** The end of the reason why nothing is decided of a module, where these tabs say something without a claim. */
export const seeOthers = 'Outcomes and Races need none.'

/** The end of the reason why there is no execution, where the explanation says more. */
export const seeExplanation = 'the explanation says why.'

/** How far the work on a query is, in words. Any number of these come before the result. */
export interface Progress {
  readonly kind: 'progress'
  readonly text: string
}

/** The texts of modules that examples name, by the names of their files. */
export type Modules = Readonly<Record<string, string>>

/**
 * The messages of the page: first the data that the worker starts with, then queries, each with the room for a picture,
 * and with a port for the reply.
 */
export type ToWorker =
  | { readonly kind: 'start'; readonly modules: Modules }
  | { readonly kind: 'ask'; readonly subject: Subject; readonly query: Query; readonly room: Room }

/** The message of the worker once it can decide: the version of CaDiCaL, or why it does not run. */
export interface Started {
  readonly solver: string | undefined
  readonly reason: string | undefined
}
