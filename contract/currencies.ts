import { type Static, Type } from 'typebox'
import {
  CurrencyId,
  DayOf,
  listOf,
  listQuery,
  Nullable,
  named,
  Rate,
  type ReplyOf,
  route,
  Several,
} from './route.ts'
import { rate_changed_by } from './who.ts'

export const Currency = named(
  'Currency',
  Type.Object({
    id: Type.String({ description: 'Its ISO 4217 code.' }),
    code: Type.String(),
    name: Type.String(),
    symbol: Type.String(),
    decimals: Type.Integer(),
    until: Nullable(
      DayOf('The last day on which it could be used, for a currency that has ended; null for an active one.'),
    ),
  }),
)
export type Currency = Static<typeof Currency>

export const listCurrencies = route({
  method: 'GET',
  path: '/currencies',
  needs: 'read',
  summary: 'List the active currencies of ISO 4217 by code; with ended=true also those that have ended.',
  query: listQuery(['code'], {
    ended: Type.Optional(
      Type.Boolean({
        description:
          'Whether to list the currencies that have ended too. They can be used for days up to until, and as the base currency of a book. Default: false.',
      }),
    ),
  }),
  reply: listOf(Currency),
})

export const getCurrency = route({
  method: 'GET',
  path: '/currencies/{code}',
  needs: 'read',
  summary: 'Read a currency.',
  reply: Currency,
})

export const ExchangeRate = named(
  'ExchangeRate',
  Type.Object({
    id: Type.String({ description: 'Currencies and day, as in its path: EUR/USD/2026-04-13.' }),
    from: Type.String(),
    to: Type.String(),
    date: Type.String({ format: 'date' }),
    rate: Type.Number({ description: 'How many units of to equal one unit of from.' }),
    source: Type.Unsafe<'ecb' | 'own' | 'base'>({
      type: 'string',
      enum: ['ecb', 'own', 'base'],
      description:
        'ecb: published by the ECB. own: stored in the book. base: 1, because both currencies are the same.',
    }),
    rate_date: Type.String({ format: 'date', description: 'The day of the rate.' }),
    version: Type.Integer({
      description:
        'For an own rate of exactly this pair and day, the version of the book at which it last changed; else 0, also if an own rate of another day or of the other direction is used.',
    }),
    changed_by: rate_changed_by,
  }),
)
export type ExchangeRate = Static<typeof ExchangeRate>

export const listExchangeRates = route({
  method: 'GET',
  path: '/exchange-rates',
  needs: 'read',
  summary: "List the book's own rates, the latest first.",
  query: listQuery(['date'], {
    from: Type.Optional(CurrencyId('Only rates from this currency: its ISO 4217 code, in any case.')),
    to: Type.Optional(CurrencyId('Only rates to this currency: its ISO 4217 code, in any case.')),
  }),
  reply: listOf(ExchangeRate),
})

export const getExchangeRate = route({
  method: 'GET',
  path: '/exchange-rates/{from}/{to}/{date}',
  needs: 'read',
  summary: 'Read the rate that a transaction of that day would get.',
  reply: ExchangeRate,
})

export const putExchangeRate = route({
  method: 'PUT',
  path: '/exchange-rates/{from}/{to}/{date}',
  needs: 'write',
  summary: 'Store a rate of your own for a day; it takes precedence over published ones.',
  body: named('ExchangeRateDraft', Type.Object({ rate: Rate })),
  reply: ExchangeRate,
  refuses: ['rate_same_currency'],
})

/** The most rates that one file adds to a book. */
export const MAX_RATES = 20_000
/** The whole history of the ECB has 8 MB as XML, and 2 MB as CSV. */
export const MAX_RATES_FILE_BYTES = 10 * 1024 * 1024

export const addExchangeRates = route({
  method: 'POST',
  path: '/exchange-rates/file',
  needs: 'write',
  looksUp: true,
  summary:
    "Store the rates of a file of the European Central Bank as the book's own, as one change: eurofxref.csv or eurofxref-hist.csv, as it is or zipped, or one of the XML files; the body is the file itself. Only currencies that the book uses are taken, those of accounts, amounts, debts, plans, own rates and files under way, and those in currency_id, from each into the base currency. A rate of your own for the same day is replaced. POST /changes/{version}/undo takes all of it back.",
  query: Type.Object({
    date_from: Type.Optional(DayOf('Only rates of this day and later ones, as YYYY-MM-DD. Default: all.')),
    currency_id: Several('Also the rates of this currency, which the book does not use yet, in any case'),
  }),
  raw: true,
  rawExample: 'Date, USD, JPY, \n13 April 2026, 1.1684, 186.75, \n',
  maxBodyBytes: MAX_RATES_FILE_BYTES,
  reply: named(
    'AddedRates',
    Type.Object({
      version: Type.Integer({ description: 'The version of the book that has these rates.' }),
      added: Type.Integer({ description: 'How many rates are new.' }),
      replaced: Type.Integer({ description: 'How many rates replace others of the same day.' }),
      unchanged: Type.Integer({ description: 'How many rates the book had already.' }),
      currencies: Type.Array(Type.String(), {
        description: 'The currencies of the rates, without the base currency.',
      }),
      date_from: Type.String({ format: 'date', description: 'The first day of the rates.' }),
      date_to: Type.String({ format: 'date', description: 'The last day of the rates.' }),
      changed: Type.Array(Type.String(), { description: 'The currencies with new or replaced rates.' }),
      skipped: Type.Array(Type.String(), {
        description: 'The other currencies of the file: name them in currency_id to have their rates too.',
      }),
    }),
  ),
  refuses: ['file_empty', 'rates_file_unreadable', 'rates_file_unused', 'rates_too_many'],
})
export type AddedRates = ReplyOf<typeof addExchangeRates>

export const deleteExchangeRate = route({
  method: 'DELETE',
  path: '/exchange-rates/{from}/{to}/{date}',
  needs: 'write',
  summary: 'Remove a rate of your own; transactions keep the rate they have.',
  reply: ExchangeRate,
})
