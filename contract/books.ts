import { type Static, Type } from 'typebox'
import { Account } from './accounts.ts'
import { Category } from './categories.ts'
import { MONTH_STARTS, type MonthStart } from './month.ts'
import { CurrencyId, Day, Id, Name, NamesIn, Nullable, named, type ReplyOf, route, Version } from './route.ts'

const MonthStartsOn = Type.Unsafe<MonthStart>({
  type: ['integer', 'string'],
  enum: MONTH_STARTS,
  'x-allowed': 'month_start',
  description:
    'The day on which the months of budgets and reports start: 1 to 28, or last_working_day (Monday to Friday). A month that starts on the 2nd to the 15th is named after the calendar month in which it starts; one that starts later is named after the next calendar month.',
})

const EcbRates = Type.Boolean({
  description:
    'Whether the book wants the daily rates of the ECB. While any book does, the service fetches them, for all books; with RATES_URL=off it never does (rates_off). The guide, "Exchange rates", says when they arrive.',
})

export const BookShown = named(
  'Book',
  Type.Object({
    id: Id,
    name: Type.String(),
    base_currency_id: Type.String(),
    time_zone: Type.String({ description: 'An IANA name. The time zone decides which day is today.' }),
    closed_through: Nullable(
      Type.String({
        format: 'date',
        description:
          'Entries dated on or before this day cannot be added, changed or removed. Fields that do not affect entries, such as notes, tags, a contact or a due date, can still change.',
      }),
    ),
    month_starts_on: MonthStartsOn,
    ecb_rates: EcbRates,
    is_archived: Type.Boolean({
      description:
        'Whether the book is archived: it can be read, and every change of its records and settings is refused (book_archived) until this is false again. Members can still leave or be removed.',
    }),
    version: Version,
    seal: Type.Object(
      {
        version: Type.Integer({ description: 'The latest version of the book.' }),
        hash: Type.String({
          pattern: '^[0-9a-f]{64}$',
          description:
            'SHA-256 over the hash of the version before and the digests of the records that this version changed.',
        }),
      },
      {
        description:
          'Proves the history: keep a copy, and compare it later to see whether anything up to that version was altered.',
      },
    ),
  }),
)
export type BookShown = Static<typeof BookShown>

export const getBook = route({
  method: 'GET',
  path: '/books/current',
  needs: 'read',
  summary: 'Read the settings of the book.',
  reply: BookShown,
})

export const updateBook = route({
  method: 'PUT',
  path: '/books/current',
  needs: 'own',
  summary:
    'Rename the book, set its time zone, its base currency or the day its months start on, close it through a day, or switch the daily rates of the ECB on or off.',
  body: named(
    'BookChange',
    Type.Object({
      name: Type.Optional(Name(255)),
      base_currency_id: Type.Optional(
        CurrencyId(
          'An ISO 4217 code. Can change while the book has no transactions but openings, and no budgets. Openings and balances as of a day keep their currency, and find their base amounts anew; an account that takes any currency is bound to the one that its balance as of a day was said in.',
        ),
      ),
      keep_figures: Type.Optional(
        Type.Boolean({
          description:
            'With another base currency: whether the figures in the old one were meant in the new one. They stay as they are, and 100 USD become 100 EUR; accounts of the old currency are bound to the new one.',
        }),
      ),
      time_zone: Type.Optional(Type.String({ maxLength: 100 })),
      closed_through: Type.Optional(Nullable(Day)),
      month_starts_on: Type.Optional(MonthStartsOn),
      ecb_rates: Type.Optional(EcbRates),
      is_archived: Type.Optional(
        Type.Boolean({
          description: 'true archives the book, false ends this. Not your own default book.',
        }),
      ),
    }),
  ),
  reply: BookShown,
  refuses: [
    'currency_not_found',
    'time_zone_unknown',
    'base_currency_fixed',
    'fx_rate_missing',
    'amount_too_large',
    'amount_decimals',
    'locked',
    'rates_off',
    'book_is_default',
  ],
})
export type BookChange = Static<typeof updateBook.body>

export const addStarter = route({
  method: 'POST',
  path: '/books/current/starter',
  needs: 'write',
  summary:
    'Add a ready-made set of categories in groups, and of accounts, as one change. A name that an account or category of that type already has is skipped and stays where it is, and a record of that name in the trash is restored, so a second call adds nothing. New accounts are bound to the base currency; so is Bank, unless it has a currency already or was used in another one.',
  body: named('StarterDraft', Type.Object({ language: NamesIn }), { language: 'de' }),
  reply: named(
    'Starter',
    Type.Object({
      version: Type.Integer({
        description: 'The version of the book that has all of these changes: one undo takes them back.',
      }),
      categories: Type.Array(Category, {
        description:
          'The categories that were added or restored, groups before their members. Nothing is sorted to a group.',
      }),
      accounts: Type.Array(Account, {
        description:
          'The accounts that were added or restored; not Bank, which is only bound to the base currency.',
      }),
    }),
  ),
})
export type Starter = ReplyOf<typeof addStarter>

const JOURNAL_EXAMPLE = `2026-04-13 (expense) Bela | Travel
    expenses:Travel  1200 JPY @@ 7.51 USD
    assets:Cash  -1200 JPY @@ 7.51 USD
`

const BOOK_EXAMPLE = `{"florin":1,"made_at":"2026-11-15T12:00:00.000Z","book":{"name":"Household","base_currency_id":"EUR","time_zone":"Europe/Vienna","month_starts_on":"1"},"records":[
{"exchange_rate":{"from_id":"USD","to_id":"EUR","date":"2026-03-09","rate":"0.91"}}
],
"end":{"counts":{"exchange_rate":1},"sha256":"2f0c…"}}
`

/** The type of a spreadsheet's workbook: a zip of XML. */
export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const exportBook = route({
  method: 'GET',
  path: '/books/current/export',
  needs: 'read',
  summary:
    'Export the whole book as one file, as of one moment: a journal for hledger, Ledger or Beancount, a workbook for a spreadsheet, or all records as JSON, which POST /imports reads into an empty book.',
  query: Type.Object({
    format: Type.Unsafe<'hledger' | 'ledger' | 'beancount' | 'json' | 'xlsx'>({
      type: 'string',
      enum: ['hledger', 'ledger', 'beancount', 'json', 'xlsx'],
      description:
        'The program that the file is for. json has every record with its id, one in each line, trash included, without the history. A journal has the accounts, currencies, contacts, obligations, rates and transactions with their tags, notes and memos, without the trash, budgets, plans, statements and the history. xlsx has a sheet for each of transactions, entries, accounts with their balances, categories, budgets, recurring payments, contacts, obligations and rates, with names where the API has ids, without the trash, statements, rules and the history.',
    }),
  }),
  file: { 'text/plain': JOURNAL_EXAMPLE, 'application/json': BOOK_EXAMPLE, [WORKBOOK_TYPE]: 'PK…' },
})
export type ExportFormat = Static<typeof exportBook.query>['format']
