/** An answer of the service as it is kept on this device: the key of its query, its text, and when it came. */
export type KeptAnswer = { readonly key: readonly unknown[]; readonly text: string; readonly at: number }

/** The copy of one person's book. A browser has one copy at most. */
export type KeptBook = { readonly user_id: string; readonly answers: readonly KeptAnswer[] }

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

/** The answers that a person may see on this device. */
export const answersFor = (
  book: KeptBook | undefined,
  user_id: string,
  now: number,
): readonly KeptAnswer[] => (book?.user_id === user_id ? book.answers.filter(isRecent(now)) : [])
