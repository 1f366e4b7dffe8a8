import { type Static, Type } from 'typebox'
import { CurrencyId, listOf, listQuery, named, Rate, route } from './route.ts'

export const Currency = named(
  'Currency',
  Type.Object({
    id: Type.String({ description: 'Its ISO 4217 code.' }),
    code: Type.String(),
    name: Type.String(),
    symbol: Type.String(),
    decimals: Type.Integer(),
  }),
)
export type Currency = Static<typeof Currency>

export const listCurrencies = route({
  method: 'GET',
  path: '/currencies',
  needs: 'read',
  summary: 'List the active currencies of ISO 4217 by code.',
  query: listQuery(['code'], {}),
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
      description: 'For an own rate, the version of the book at which it last changed; else 0.',
    }),
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

export const deleteExchangeRate = route({
  method: 'DELETE',
  path: '/exchange-rates/{from}/{to}/{date}',
  needs: 'write',
  summary: 'Remove a rate of your own; transactions keep the rate they have.',
  reply: ExchangeRate,
})
