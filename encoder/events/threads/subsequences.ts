/**
 * Thins out sequences: what remains has the same subsequences, up to some length. (The normal form of Simon's congruence;
 * L. Fleischer and M. Kufleitner, Testing Simon's congruence, MFCS 2018.)
 *
 * The rank of an item from the left is the length of the shortest sequence whose first occurrence, with each item as
 * early as possible, ends there; from the right likewise. Let the two ranks of an item exceed `length + 1` together, and
 * let a subsequence of at most `length` items use it. Then its part up to the item is shorter than the rank from the
 * left, or its part from the item on than the rank from the right. The first occurrence of the one ends earlier, or the
 * last occurrence of the other begins later: the subsequence does without the item. Items are taken away from the right
 * to the left. So all that comes before the next one is still there, and its ranks are those in what remains.
 */

/** Returns the indices, in order, of items that have the same subsequences of at most `length` items as all of them. */
export function thinnedOut(items: readonly string[], length: number): readonly number[] {
  const fromLeft = ranking(length)
  const left = items.map((item) => {
    const rank = fromLeft.rankOf(item)
    fromLeft.add(item, rank)
    return rank
  })
  const fromRight = ranking(length)
  const kept: number[] = []
  for (let i = items.length - 1; i >= 0; i--) {
    const [item = '', rank = length] = [items[i], left[i]]
    const right = fromRight.rankOf(item)
    if (rank + right > length + 1) continue
    fromRight.add(item, right)
    kept.push(i)
  }
  return kept.toReversed()
}

interface Ranking {
  /** Returns the rank of the next item, or a number above the greatest length. */
  readonly rankOf: (item: string) => number
  /** Goes on past the item, which has this rank. */
  readonly add: (item: string, rank: number) => void
}

/**
 * Ranks items from one side. An item has rank 1 where it comes first; otherwise one more than the lowest rank from the
 * one before it of its kind on, since from anything earlier the next of its kind is that one.
 */
function ranking(length: number): Ranking {
  let count = 0
  const lastOf = new Map<string, number>()
  const lastOfRank = Array.from({ length: length + 2 }, () => -1)
  return {
    rankOf: (item) => {
      const before = lastOf.get(item)
      if (before === undefined) return 1
      const lowest = lastOfRank.findIndex((last, rank) => rank > 0 && last >= before)
      return lowest === -1 ? length + 1 : Math.min(lowest, length) + 1
    },
    add: (item, rank) => {
      lastOf.set(item, count)
      lastOfRank[rank] = count
      count++
    },
  }
}
