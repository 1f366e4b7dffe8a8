/** The largest position of a category in its group. */
export const MAX_POSITION = 1_000_000

/** Stands for position 0 in an order, after all others: a category that nobody has placed is at the end of its group. */
export const UNPLACED = MAX_POSITION + 1

/** The order of categories in a group, before that of their names. */
export const byPosition = (one: { position: number }, other: { position: number }): number =>
  (one.position || UNPLACED) - (other.position || UNPLACED)
