import { comma, type Later, t } from '../words/t.ts'
import { entry } from './refusal.ts'

/** Refusals about exchange rates: own ones, and those that come from elsewhere. */
export const rateRefusals = {
  rate_same_currency: entry(
    422,
    'Same currency',
    (d: { currency_id: string }) => t('rate: {currency_id} to {currency_id} is always 1.', d),
    'rate',
  ),
  rates_off: entry(409, 'Rates are not fetched here', () =>
    t(
      'Whoever runs this service has switched the fetching of exchange rates off (RATES_URL=off). Store rates of your own, or send a file of the ECB to POST /exchange-rates/file.',
    ),
  ),
  rates_file_unreadable: entry(422, 'Not a file of rates', (d: { reason: Later }) =>
    t(
      'This is not a file of rates as the European Central Bank publishes them: {reason}. Nothing was stored.',
      d,
    ),
  ),
  rates_file_unused: entry(
    422,
    'No rates for this book',
    (d: { base_currency_id: string; used: string[]; skipped: string[]; is_base_missing: boolean }) =>
      d.is_base_missing
        ? t(
            'The file has no rates of {base_currency_id}, the base currency of the book. Nothing was stored.',
            { base_currency_id: d.base_currency_id },
          )
        : d.used.length === 0
          ? t(
              'The book uses no currency but {base_currency_id}, so it needs no rates. Nothing was stored: name the currencies that you want in currency_id.',
              { base_currency_id: d.base_currency_id },
            )
          : t(
              'The file has no rates of {currencies}, the other currencies that the book uses. Nothing was stored.',
              { currencies: d.used.join(comma()) },
            ),
  ),
  rates_too_many: entry(422, 'Too many rates', (d: { count: number; most: number; date_from: string }) =>
    t(
      'The file has {count} rates of currencies that the book uses, and at most {most} can be stored at once. Those from {date_from} on fit: send date_from={date_from}. Nothing was stored.',
      d,
    ),
  ),
}
