import type { BookChange, BookShown } from '../../contract/books.ts'
import { isTimeZone } from '../../contract/day.ts'
import { refuse } from '../../contract/refusals.ts'
import { type BookRow, monthStartOf } from '../ledger/book.ts'
import { changed, type Guard, unchanged, type Verb } from '../ledger/verb.ts'
import { settingsBefore } from '../records/book.ts'
import { rebasing } from './rebase.ts'

export const bookToApi = (book: BookRow): BookShown => ({
  id: book.id,
  name: book.name,
  base_currency_id: book.base_currency_id,
  time_zone: book.time_zone,
  closed_through: book.closed_through,
  month_starts_on: monthStartOf(book),
  ecb_rates: book.ecb_rates,
  is_archived: book.is_archived,
  version: book.version,
  seal: { version: book.version, hash: book.hash },
})

/** Changes the settings of the book. `areRatesOff` says that this service fetches no rates at all (RATES_URL). */
export const changeBook = (draft: BookChange, guard: Guard, areRatesOff = false): Verb<BookShown> => ({
  looksAt: draft.base_currency_id === undefined ? {} : { recorded: [''] },
  ...(draft.base_currency_id !== undefined && { isServedAlone: true }),
  decide(book, known) {
    const before = settingsBefore(book)
    // A record that is sent back whole also has fields that cannot be changed.
    const {
      name = book.name,
      base_currency_id = book.base_currency_id,
      time_zone = book.time_zone,
      closed_through = book.closed_through,
      ecb_rates = book.ecb_rates,
      is_archived = book.is_archived,
    } = draft
    const month_starts_on = String(draft.month_starts_on ?? book.month_starts_on)
    if (!isTimeZone(time_zone)) refuse('time_zone_unknown', { time_zone: time_zone.slice(0, 100) })
    guard(before)
    const rebased = rebasing(book, known, base_currency_id, draft.keep_figures ?? false)
    if (ecb_rates && !book.ecb_rates && areRatesOff) refuse('rates_off')

    // Nothing below this line refuses.
    const sent = {
      name,
      base_currency_id,
      time_zone,
      closed_through,
      month_starts_on,
      ecb_rates,
      is_archived,
    }
    const isSame = Object.entries(sent).every(([field, value]) => book[field as keyof typeof sent] === value) // its own keys
    if (isSame) return unchanged(bookToApi({ ...book, version: before.version }))
    const after = { ...before, ...sent, version: book.version, updated_at: book.at }
    const answer = bookToApi({ ...book, ...after })
    return {
      answer,
      withSeal: (hash) => ({ ...answer, seal: { version: book.version, hash } }),
      changes: [changed('book', before, after), ...rebased],
    }
  },
})
