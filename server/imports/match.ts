import type { Day } from '../../contract/day.ts'
import { byRarest, nameWords, type Word, wordsOf } from '../lists/words.ts'
import { startSlice } from '../process/slices.ts'
import { BANK_WORDS } from './bank-words.ts'
import type { BookKnows, EarlierRow, KnownLine } from './book-knows.ts'
import { GENERIC, isMoved, isNamed, ownNumber, paysCard, type Said, said } from './own-account.ts'
import type { Resolved } from './resolve.ts'

/** The match of a row: a row of an earlier import, or a transaction of the book. */
export type Match = {
  readonly remembered?: EarlierRow
  readonly line?: KnownLine
  /** Whether a person should review it: the match is probable, not certain. */
  readonly isDoubtful: boolean
}

/** How many days a bank may be later, or earlier, than a person's entry. */
export const NEAR_DAYS = 4

/**
 * The smallest number of known rows that makes the bank's numbers doubtful: a bank that changes its numbers with each download gives many
 * such rows at once.
 */
const FEW = 3

const numbers = new Map<Day, number>()
/** A day as a number, so that days can be counted. Files have few distinct days, so each is read once. */
export function dayNumber(day: Day): number {
  const known = numbers.get(day) ?? Date.parse(day) / 86_400_000
  if (numbers.size > 20_000) numbers.clear()
  numbers.set(day, known)
  return known
}

export const daysBetween = (a: Day, b: Day): number => Math.abs(dayNumber(a) - dayNumber(b))

/** A queue whose items are taken once each, in order. Several queues can share an item. */
type Queue<Item> = { readonly items: Item[]; next: number }

function enqueue<Item>(queues: Map<string, Queue<Item>>, key: string, item: Item): void {
  const queue = queues.get(key)
  if (queue) queue.items.push(item)
  else queues.set(key, { items: [item], next: 0 })
}

/** Returns the first unmatched item. The cursor never moves back, so equal items stay linear. */
function take<Item>(queue: Queue<Item> | undefined, taken: Set<Item>): Item | undefined {
  while (queue && queue.next < queue.items.length) {
    const item = queue.items[queue.next++]
    if (item === undefined || taken.has(item)) continue
    taken.add(item)
    return item
  }
  return undefined
}

/** The match of each row, by its number, and the matched lines of the book: each line matches one row at most. */
type Matches = { readonly of: ReadonlyMap<number, Match>; readonly taken: ReadonlySet<KnownLine> }

/** Finds the rows that the book has already: first those imported from a file, then those entered in another way. */
export async function findMatches(rows: readonly Resolved[], knows: BookKnows): Promise<Matches> {
  const of = new Map<number, Match>()
  const isNumbered = await matchRemembered(rows, knows.remembered, of)
  const taken = new Set<KnownLine>()
  const slice = startSlice()
  const known = new Set<string>()
  for (const { remembered } of of.values()) {
    if (remembered) known.add(placeOf(remembered))
    if (slice.isOver()) await slice.next()
  }
  const free: KnownLine[] = []
  for (const line of knows.lines) {
    if (placesOf(line).some((place) => known.has(place))) taken.add(line)
    else free.push(line)
    if (slice.isOver()) await slice.next()
  }
  await matchLines(rows, knows, free, of, taken, isNumbered)
  return { of, taken }
}

/** A transaction as one account sees it. */
const placeOf = ({
  transaction_id,
  account_id,
}: {
  transaction_id: string | null
  account_id: string | null
}) => `${transaction_id} ${account_id}`

/** The transactions of a line as its account sees them. */
const placesOf = (line: KnownLine): string[] =>
  (line.part_ids ?? [line.transaction_id]).map((transaction_id) =>
    placeOf({ transaction_id, account_id: line.account_id }),
  )

/** Takes lines, each once; a line that shares a transaction with a taken line counts as taken. */
function makeTaking(taken: Set<KnownLine>) {
  const places = new Set<string>()
  return {
    isTaken: (line: KnownLine) => placesOf(line).some((place) => places.has(place)),
    take(line: KnownLine) {
      taken.add(line)
      for (const place of placesOf(line)) places.add(place)
    },
  }
}

const groupKey = ({ account_id, line_key }: { account_id: string | null; line_key: string }) =>
  `${account_id} ${line_key}`

/** The bank's reference number of a row. Banks reuse numbers, so it counts only together with the day and the amount. */
const referenceKey = (account_id: string | null, date: Day, amount: bigint, reference: string) =>
  `${account_id} ${date} ${amount} ${reference}`

/** The rows of earlier imports, as they are looked up. */
type EarlierRows = {
  /** Rows with the same bank number and words, and rows with the same number. */
  readonly same: Map<string, Queue<EarlierRow>>
  readonly numbered: Map<string, Queue<EarlierRow>>
  /** Rows with the same words, and those of them without a number. */
  readonly worded: Map<string, Queue<EarlierRow>>
  readonly unnumbered: Map<string, Queue<EarlierRow>>
}

async function makeMemory(all: readonly EarlierRow[]): Promise<EarlierRows> {
  const memory: EarlierRows = {
    same: new Map(),
    numbered: new Map(),
    worded: new Map(),
    unnumbered: new Map(),
  }
  const slice = startSlice()
  // Several imports may have the same row: the latest outcome counts, and an import that left the row out counts least.
  const [byWords, byNumber] = [new Map<string, EarlierRow>(), new Map<string, EarlierRow>()]
  const counts = new Map<string, number>()
  for (const one of all) {
    const words = `${groupKey(one)} ${one.occurrence}`
    if (one.transaction_id !== null || !byWords.has(words)) byWords.set(words, one)
    if (one.reference !== null) {
      // Banks give all payments of a batch one number, so payments with the same number match in order.
      const key = `${referenceKey(one.account_id, one.date, one.amount, one.reference)} ${one.line_key}`
      const count = counts.get(`${one.committed_at} ${key}`) ?? 0
      counts.set(`${one.committed_at} ${key}`, count + 1)
      if (one.transaction_id !== null || !byNumber.has(`${key} ${count}`))
        byNumber.set(`${key} ${count}`, one)
    }
    if (slice.isOver()) await slice.next()
  }
  for (const one of byWords.values()) {
    enqueue(memory.worded, groupKey(one), one)
    if (one.reference === null) enqueue(memory.unnumbered, groupKey(one), one)
    if (slice.isOver()) await slice.next()
  }
  for (const one of byNumber.values()) {
    const key = referenceKey(one.account_id, one.date, one.amount, one.reference ?? '')
    enqueue(memory.same, `${key} ${one.line_key}`, one)
    enqueue(memory.numbered, key, one)
    if (slice.isOver()) await slice.next()
  }
  return memory
}

/**
 * Rows that say the same as rows of earlier imports are the same, in their order: the first of two equal rows matches the first earlier one.
 * If the bank's own numbers have proved to be stable, they decide; otherwise they are ignored. Returns whether they are stable.
 */
async function matchRemembered(
  rows: readonly Resolved[],
  all: readonly EarlierRow[],
  of: Map<number, Match>,
): Promise<boolean> {
  if (all.length === 0) return false
  const memory = await makeMemory(all)
  const slice = startSlice()
  const taken = new Set<EarlierRow>()
  const matchEach = async (find: (row: Resolved) => EarlierRow | undefined) => {
    for (const row of rows) {
      const one = of.has(row.n) ? undefined : find(row)
      if (one) of.set(row.n, { remembered: one, isDoubtful: false })
      if (slice.isOver()) await slice.next()
    }
  }
  const numberOf = ({ account_id, date, amount, row }: Resolved) =>
    referenceKey(account_id, date, amount, row.reference ?? '')
  await matchEach((row) =>
    row.row.reference === undefined
      ? undefined
      : take(memory.same.get(`${numberOf(row)} ${row.line_key}`), taken),
  )
  await matchEach((row) =>
    row.row.reference === undefined ? undefined : take(memory.numbered.get(numberOf(row)), taken),
  )
  const isStable = of.size > 0
  const renumbered: number[] = []
  await matchEach((row) => {
    const isNumbered = row.row.reference !== undefined
    const queues = isStable && isNumbered ? memory.unnumbered : memory.worded
    const one = take(queues.get(groupKey(row)), taken)
    if (one && one.reference !== null && isNumbered) renumbered.push(row.n)
    return one
  })
  if (renumbered.length < FEW) for (const n of renumbered) of.set(n, { ...of.get(n), isDoubtful: true })
  return isStable
}

type MatchCandidate = {
  readonly row: Resolved
  readonly line: KnownLine
  readonly shared: number
}

/** With more pairs of one amount than this, words are not compared: rows and transactions match in order. */
const MAX_PAIRS = 5_000

/**
 * Matches rows with transactions of a person or a plan that have the same amount on the same account within a few days, one to one. A
 * transaction from a file of the same account matches only a row of the same day: the bank listed them as two.
 */
async function matchLines(
  rows: readonly Resolved[],
  knows: BookKnows,
  unmatched: readonly KnownLine[],
  of: Map<number, Match>,
  taken: Set<KnownLine>,
  isNumbered: boolean,
): Promise<void> {
  const amountKey = (one: { account_id: string | null; currency_id: string; amount: bigint }) =>
    `${one.account_id} ${one.currency_id} ${one.amount}`
  const lines = Map.groupBy(unmatched, amountKey)
  if (lines.size === 0) return
  const { isTaken, take } = makeTaking(taken)
  const slice = startSlice()
  const imported = new Map<string, EarlierRow>()
  for (const one of knows.remembered) {
    if (!one.is_shared) imported.set(placeOf(one), one)
    if (slice.isOver()) await slice.next()
  }
  const open = Map.groupBy(
    rows.filter(({ n, account_id, row }) => account_id !== null && !of.has(n) && row.shared !== 'share'),
    amountKey,
  )
  /** The number that the bank gave a transaction in a file. */
  const numberOf = (line: KnownLine) => imported.get(placeOf(line))?.reference ?? null
  const evidenceFor = makeEvidence(knows)
  for (const [key, group] of open) {
    const there = lines.get(key) ?? []
    const isOfBank = !group.some(({ row }) => row.shared)
    // A row with the same words some days apart comes before one of the same day with others.
    for (const [isDoubtful, days] of turns) {
      const left = group.filter(({ n }) => !of.has(n))
      const free = there.filter(
        (line) => !isTaken(line) && (days === 0 || !isOfBank || !imported.has(placeOf(line))),
      )
      if (left.length === 0) break
      if (free.length === 0) continue
      for (const { row, line, shared } of await pairsOf(
        left,
        free,
        days,
        isNumbered ? numberOf : () => null,
      )) {
        if (of.has(row.n) || isTaken(line)) continue
        const evidence = evidenceFor(row, line, shared)
        if (
          isDoubtful ? evidence === 'enough' || (evidence === 'against' && days > 0) : evidence !== 'enough'
        )
          continue
        take(line)
        const remembered = imported.get(placeOf(line))
        of.set(row.n, { line, ...(remembered && { remembered }), isDoubtful })
      }
    }
    if (slice.isOver()) await slice.next()
  }
}

/** Sure matches by distance in days, then doubtful ones. */
const turns = [false, true].flatMap((isDoubtful) =>
  Array.from({ length: NEAR_DAYS + 1 }, (_, days) => [isDoubtful, days] as const),
)

/** `against`: the row names another account than the one that the money was moved to or from. */
type Sameness = 'enough' | 'none' | 'against'

/**
 * Whether more than day and amount is the same: a word, the person, or the other account. Without it, two purchases of one amount may be
 * two, and a person decides.
 */
function makeEvidence(knows: BookKnows): (row: Resolved, line: KnownLine, shared: number) => Sameness {
  const contacts = new Map(knows.contacts.map(({ id, name }) => [id, nameWords(name)]))
  const accounts = [...knows.accounts.values()].map(({ id, name }) => ({ id, words: nameWords(name) }))
  const names = new Map(accounts.map(({ id, words }) => [id, words]))
  const byWord = byRarest(
    accounts.filter(({ words: [first = '', ...more] }) => more.length > 0 || !GENERIC.has(first)),
  )
  const readBefore = new Map<number, { readonly text: Said; readonly named: ReadonlySet<string> }>()
  const read = (row: Resolved) => {
    const before = readBefore.get(row.n)
    if (before) return before
    const text = said(
      row.text,
      row.all,
      row.words.map(({ folded }) => folded),
      [],
    )
    const number = ownNumber(row, knows)
    const named = new Set<string>(number === undefined ? [] : [number])
    for (const word of number === undefined ? text.words : [])
      for (const { id, words } of byWord.get(word) ?? [])
        if (id !== row.account_id && isNamed(text, words)) named.add(id)
    const now = { text, named }
    readBefore.set(row.n, now)
    return now
  }
  return (row, line, shared) => {
    const { text, named } = read(row)
    if (line.kind !== 'transfer') {
      const isPerson = (word: string) => word.length > 2 && text.words.has(word)
      return shared > 0 || (contacts.get(line.contact_id ?? '') ?? []).some(isPerson) ? 'enough' : 'none'
    }
    const other = line.other_account_id ?? ''
    if (named.size > 0) return named.has(other) ? 'enough' : 'against'
    const isSaid =
      shared > 0 ||
      isMoved(text) ||
      paysCard(row, knows.accounts.get(line.account_id)) ||
      isNamed(text, names.get(other) ?? [])
    return isSaid ? 'enough' : 'none'
  }
}

/** Rows and lines of one amount that are this many days apart, the best match first. A row with a number never matches a line with another number. */
async function pairsOf(
  rows: readonly Resolved[],
  lines: readonly KnownLine[],
  days: number,
  numberOf: (line: KnownLine) => string | null,
): Promise<MatchCandidate[]> {
  const byDay = Map.groupBy(lines, ({ date }) => dayNumber(date))
  const near = ({ date }: Resolved) =>
    days === 0 ? [dayNumber(date)] : [dayNumber(date) - days, dayNumber(date) + days]
  const pairs: MatchCandidate[] = []
  const slice = startSlice()
  let count = 0
  for (const row of rows) for (const day of near(row)) count += byDay.get(day)?.length ?? 0
  if (count > MAX_PAIRS) {
    const queues = new Map<string, Queue<KnownLine>>()
    for (const line of lines) {
      enqueue(queues, `${dayNumber(line.date)}`, line)
      if (numberOf(line) === null) enqueue(queues, `${dayNumber(line.date)} unnumbered`, line)
    }
    const taken = new Set<KnownLine>()
    for (const row of rows) {
      const kind = row.row.reference === undefined ? '' : ' unnumbered'
      for (const day of near(row)) {
        const line = take(queues.get(`${day}${kind}`), taken)
        if (!line) continue
        pairs.push({ row, line, shared: sharedBy(wordSet(row), wordsOf(line.memo ?? '')) })
        break
      }
      if (slice.isOver()) await slice.next()
    }
    return pairs
  }
  const words = new Map(lines.map((line) => [line, wordsOf(line.memo ?? '')]))
  for (const row of rows) {
    const said = wordSet(row)
    for (const line of near(row).flatMap((day) => byDay.get(day) ?? []))
      if (row.row.reference === undefined || numberOf(line) === null)
        pairs.push({ row, line, shared: sharedBy(said, words.get(line) ?? []) })
    if (slice.isOver()) await slice.next()
  }
  return pairs.sort((a, b) => b.shared - a.shared || a.row.n - b.row.n)
}

const wordSet = (row: Resolved): ReadonlySet<string> => new Set(row.words.map(({ folded }) => folded))

/** How many words are in both. Texts of common words alone are the same if all of them are. */
function sharedBy(said: ReadonlySet<string>, words: readonly Word[]): number {
  const shared = words.filter(({ folded }) => said.has(folded))
  const isSame = shared.length > 0 && shared.length === words.length && words.length === said.size
  return isSame ? shared.length : shared.filter(({ folded }) => !BANK_WORDS.has(folded)).length
}
