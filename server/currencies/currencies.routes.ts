import * as contract from '../../contract/currencies.ts'
import {
  allCurrencies,
  type CurrencyFacts,
  currencyCode,
  currencyFacts,
  endedCurrencies,
} from '../../contract/iso4217.ts'
import { refuse } from '../../contract/refusals.ts'
import { sql } from '../database/sql.ts'
import { page } from '../lists/lists.ts'
import { type RateRow, rateToApi } from '../records/exchange-rate.ts'
import { serve } from '../serve.ts'
import { ownRateColumns } from './exchange-rates.sql.ts'
import { keepOwnRate, readRate, removeOwnRate } from './exchange-rates.ts'
import { addRates, readRatesOf } from './rates-file.ts'

const currencyOf = (facts: CurrencyFacts): contract.Currency => ({ ...facts, code: facts.id })

export const currencies = [
  serve(contract.listCurrencies, ({ db, query }) =>
    page<{ id: string }, contract.Currency>(db, query, {
      from: sql`currencies`,
      where: [
        sql`id = any (${[...allCurrencies, ...(query.ended ? endedCurrencies : [])].map(({ id }) => id)}::text[])`,
      ],
      order: 'code',
      orders: { code: { key: sql`id`, type: 'text' } },
      ties: [],
      record: ({ id }) => currencyOf(currencyFacts(id) ?? refuse('not_found')),
    }),
  ),

  serve(contract.getCurrency, ({ params }) =>
    currencyOf(currencyFacts(currencyCode(params.code)) ?? refuse('not_found')),
  ),

  serve(contract.listExchangeRates, ({ db, book, query }) =>
    page<RateRow, contract.ExchangeRate>(db, query, {
      columns: ownRateColumns,
      from: sql`book_rates`,
      where: [
        sql`book_id = ${book.id}`,
        ...(query.from === undefined ? [] : [sql`from_id = ${query.from}`]),
        ...(query.to === undefined ? [] : [sql`to_id = ${query.to}`]),
      ],
      order: '-date',
      orders: { date: { key: sql`date`, type: 'date' } },
      ties: [
        { key: sql`from_id`, type: 'text' },
        { key: sql`to_id`, type: 'text' },
      ],
      record: rateToApi,
    }),
  ),

  serve(contract.getExchangeRate, ({ db, book, params }) => readRate(db, book, params)),

  serve(contract.putExchangeRate, ({ write, params, body, guard }) =>
    write(keepOwnRate(params, body.rate, guard)),
  ),

  serve(contract.addExchangeRates, async ({ db, book, body, query, write }) =>
    write(addRates(await readRatesOf(db, book, body, query))),
  ),

  serve(contract.deleteExchangeRate, ({ write, params, guard }) => write(removeOwnRate(params, guard))),
]
