import { entry } from './refusal.ts'

/** Refusals about exchange rates: own ones, and those that come from elsewhere. */
export const rateRefusals = {
  rate_same_currency: entry(
    422,
    'Same currency',
    (d: { currency_id: string }) => `rate: ${d.currency_id} to ${d.currency_id} is always 1.`,
    'rate',
  ),
  rates_off: entry(
    409,
    'Rates are not fetched here',
    () =>
      'Whoever runs this service has switched the fetching of exchange rates off (RATES_URL=off). Store rates of your own, or send a file of the ECB to POST /exchange-rates/file.',
  ),
  rates_file_unreadable: entry(
    422,
    'Not a file of rates',
    (d: { reason: string }) =>
      `This is not a file of rates as the European Central Bank publishes them: ${d.reason}. Nothing was stored.`,
  ),
  rates_file_unused: entry(
    422,
    'No rates for this book',
    (d: { base_currency_id: string; used: string[]; skipped: string[]; is_base_missing: boolean }) =>
      d.is_base_missing
        ? `The file has no rates of ${d.base_currency_id}, the base currency of the book. Nothing was stored.`
        : d.used.length === 0
          ? `The book uses no currency but ${d.base_currency_id}, so it needs no rates. Nothing was stored: name the currencies that you want in currency_id.`
          : `The file has no rates of ${d.used.join(', ')}, the other currencies that the book uses. Nothing was stored.`,
  ),
  rates_too_many: entry(
    422,
    'Too many rates',
    (d: { count: number; most: number; date_from: string }) =>
      `The file has ${d.count} rates of currencies that the book uses, and at most ${d.most} can be stored at once. Those from ${d.date_from} on fit: send date_from=${d.date_from}. Nothing was stored.`,
  ),
}
