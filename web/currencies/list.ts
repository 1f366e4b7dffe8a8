import { allCurrencies, type CurrencyFacts, currencyFacts, endedCurrencies } from '../../contract/iso4217.ts'
import { currentLanguage, t } from '../../words/t.ts'
import { fit, fold } from '../ui/matching.ts'
import { remembered } from '../ui/remembered.ts'

/** The currencies to choose from: their order, their names, and the ones that a text means. */

/** Codes that nobody pays with: units of account and of funds. */
const funds = new Set(['BOV', 'CHE', 'CHW', 'CLF', 'COU', 'MXV', 'USN', 'UYI', 'UYW', 'VED', 'XAD'])

/** The currencies that a symbol or a name means unless the book has another one. */
export const usual = ['USD', 'EUR', 'GBP', 'JPY', 'CHF', 'SEK', 'CNY', 'KRW', 'CAD', 'AUD', 'INR']

/** The currencies that people think in, by name. */
export const everydayCurrencies = allCurrencies
  .filter(({ id }) => !funds.has(id))
  .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))

type Named = Pick<CurrencyFacts, 'id' | 'name'>

const namesIn = remembered((language) => new Intl.DisplayNames(language, { type: 'currency' }))

/** The name of a currency in a list: as ISO 4217 writes it, or in another language of the reader that language's. */
function nameOf({ id, name }: Named): string {
  const language = currentLanguage()
  if (language === 'en') return name
  const [first = '', ...others] = namesIn(language).of(id) ?? name
  return first.toLocaleUpperCase(language) + others.join('')
}

const byName = (): readonly CurrencyFacts[] => {
  if (currentLanguage() === 'en') return everydayCurrencies
  const { compare } = new Intl.Collator(currentLanguage())
  return everydayCurrencies.toSorted((a, b) => compare(nameOf(a), nameOf(b)))
}

/** Euro, EUR €. The name comes first: it is what people type. */
export const currencyLabel = (currency: Named): string => {
  const { id } = currency
  const name = nameOf(currency)
  const symbol = currencyFacts(id)?.symbol ?? id
  return symbol === id
    ? t('{currency}, {code}', { currency: name, code: id })
    : t('{currency}, {code} {symbol}', { currency: name, code: id, symbol })
}

/** The currencies of a list, `first` before the others: those of the book. One of funds is in it only if it is among the first. */
export function currencyList(first: Iterable<string> = []): CurrencyFacts[] {
  const ids = new Set(first)
  const leading = [...ids].flatMap((code) => currencyFacts(code) ?? [])
  return [...leading, ...byName().filter(({ id }) => !ids.has(id))]
}

/**
 * The currencies that a text means, the best first: a code, a name or a symbol in full, then beginnings, then parts. Of equals, those of
 * the book come first, then the usual ones. The code of a fund, or of a currency that has ended, finds it; its name does not.
 */
export function findCurrencies(text: string, first: Iterable<string> = []): CurrencyFacts[] {
  const listed = currencyList(first)
  const query = fold(text)
  if (query === '') return listed
  const own = new Set(first)
  const closeness = ({ id }: CurrencyFacts) =>
    own.has(id) ? -1 : usual.includes(id) ? usual.indexOf(id) : usual.length
  const rank = (currency: CurrencyFacts): number => {
    const { id, name, symbol } = currency
    const ofReader = nameOf(currency)
    if ([id, name, ofReader, symbol].some((one) => fold(one) === query)) return 0
    const found = [fit(name, query), fit(ofReader, query), fold(id).startsWith(query) ? 1 : -1].filter(
      (one) => one >= 0,
    )
    return found.length === 0 ? -1 : Math.min(...found)
  }
  const seldom = [...allCurrencies.filter(({ id }) => funds.has(id)), ...endedCurrencies]
  const named = seldom.filter(({ id }) => !own.has(id) && fold(id) === query)
  return [...named, ...listed]
    .map((currency) => ({ currency, rank: rank(currency) }))
    .filter((one) => one.rank >= 0)
    .toSorted((a, b) => a.rank - b.rank || closeness(a.currency) - closeness(b.currency))
    .map(({ currency }) => currency)
}
