/** Problems in conjunctive normal form, as DIMACS texts. Nothing of the encoder is needed here. */

/** A problem: its clauses are literals, variables from 1 on or their negations. */
export interface Cnf {
  readonly variables: number
  readonly clauses: readonly (readonly number[])[]
}

/** What is wrong with a text, and the line where. */
export interface Wrong {
  readonly wrong: string
  readonly line: number
}

/** Returns whether reading or checking found something wrong. */
export const isWrong = (one: object): one is Wrong => 'wrong' in one

/** The most variables or clauses of a problem that is read: numbers of more would be a fault, or take all memory. */
const most = 50_000_000

/**
 * Reads a problem: comments, a line `p cnf VARIABLES CLAUSES`, then that many clauses, a line each, each ended by 0.
 * Anything else is wrong.
 */
export function readDimacs(text: string): Cnf | Wrong {
  const clauses: number[][] = []
  let header: { readonly variables: number; readonly count: number } | undefined
  let line = 0
  for (const one of text.split('\n')) {
    line += 1
    if (one === '' || one.startsWith('c')) continue
    if (header === undefined) {
      const [, variables, count] = /^p cnf (\d{1,9}) (\d{1,9})$/.exec(one) ?? []
      header = { variables: Number(variables), count: Number(count) }
      if (variables === undefined || header.variables > most || header.count > most)
        return { wrong: 'a problem begins with `p cnf VARIABLES CLAUSES`', line }
      continue
    }
    const numbers = numbersIn(one)
    if (numbers === undefined || numbers.indexOf(0) !== numbers.length - 1)
      return { wrong: 'a clause is literals and a 0', line }
    const clause = numbers.slice(0, -1)
    const { variables } = header
    if (clause.some((literal) => Math.abs(literal) > variables))
      return { wrong: `a literal is of no variable; there are ${variables}`, line }
    clauses.push(clause)
  }
  if (header === undefined) return { wrong: 'there is no problem', line }
  return clauses.length === header.count
    ? { variables: header.variables, clauses }
    : { wrong: `there are ${clauses.length} clauses instead of ${header.count}`, line }
}

/** Returns the whole numbers of a line, which one space each separates; undefined if there is anything else. */
export function numbersIn(line: string): readonly number[] | undefined {
  const words = line.split(' ')
  return words.every((word) => /^(?:0|-?[1-9]\d{0,14})$/.test(word)) ? words.map(Number) : undefined
}
