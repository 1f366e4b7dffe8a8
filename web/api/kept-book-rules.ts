/** An answer of the service as it is kept on this device: the key of its query, its text, and when it came. */
export type KeptAnswer = { readonly key: readonly unknown[]; readonly text: string; readonly at: number }

/** The copy of one book, as its person has it. A browser has copies of one person only. */
export type KeptBook = {
  readonly user_id: string
  readonly book_id: string
  /** When it was written last. */
  readonly at: number
  readonly answers: readonly KeptAnswer[]
}

/** So many books are kept; the others that were opened longest ago go. */
export const MAX_COPIES = 5

/** The most that is kept, in characters of all answers. Without the timeline, the book of a household has 100,000. */
export const MAX_CHARACTERS = 4_000_000

/** A copy that nobody has renewed for so long is thrown away. */
export const KEPT_MS = 30 * 24 * 60 * 60 * 1_000

const nameOf = ({ key }: KeptAnswer) => JSON.stringify(key)

const isRecent = (now: number) => (one: KeptAnswer) => one.at > now - KEPT_MS

/** The answers to keep once these have come: the later one of each query, as many as there is room for, by rank and then the latest. */
export function keptWith(
  former: readonly KeptAnswer[],
  fresh: readonly KeptAnswer[],
  rank: (key: readonly unknown[]) => number | undefined,
  now: number,
): KeptAnswer[] {
  const latest = new Map<string, KeptAnswer>()
  for (const one of [...former, ...fresh]) {
    const known = latest.get(nameOf(one))
    if (!known || known.at <= one.at) latest.set(nameOf(one), one)
  }
  const ranked = [...latest.values()].filter(isRecent(now)).flatMap((one) => {
    const place = rank(one.key)
    return place === undefined ? [] : [{ one, place }]
  })
  ranked.sort((a, b) => a.place - b.place || b.one.at - a.one.at)
  let room = MAX_CHARACTERS
  return ranked.flatMap(({ one }) => {
    if (one.text.length > room) return []
    room -= one.text.length
    return [one]
  })
}

/** The copies that are no longer kept once one is written: those of other people, and of the books that were opened longest ago. */
export const copiesToForget = (copies: readonly KeptBook[], written: KeptBook): string[] => {
  const others = copies.filter(({ book_id }) => book_id !== written.book_id)
  const own = others.filter(({ user_id }) => user_id === written.user_id).toSorted((a, b) => b.at - a.at)
  const staying = new Set(own.slice(0, MAX_COPIES - 1))
  return others.filter((one) => !staying.has(one)).map(({ book_id }) => book_id)
}

/** The answers that a person may see on this device: of one book, or of the one that was their default when they were last asked who they are. */
export function answersFor(
  copies: readonly KeptBook[],
  user_id: string,
  book_id: string | undefined,
  now: number,
): readonly KeptAnswer[] {
  const own = copies.filter((one) => one.user_id === user_id)
  const wanted = book_id ?? defaultBook(own)
  return own.find((one) => one.book_id === wanted)?.answers.filter(isRecent(now)) ?? []
}

function defaultBook(copies: readonly KeptBook[]): string | undefined {
  const answers = copies.flatMap((one) => one.answers.filter(({ key }) => key[0] === '/auth/me'))
  const [latest] = answers.toSorted((a, b) => b.at - a.at)
  return latest && (JSON.parse(latest.text) as { default_book_id?: string }).default_book_id // the answer to who is signed in
}
