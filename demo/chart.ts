import { createAccount, listAccounts, updateAccount } from '../contract/accounts.ts'
import { type CategoryDraft, createCategory } from '../contract/categories.ts'
import { createContact } from '../contract/contacts.ts'
import { starterIcons } from '../contract/starter.ts'
import { currentLanguage } from '../words/t.ts'
import type { Day } from './days.ts'
import { idOf, type Step, step } from './play.ts'
import { amountToApi, type Currency } from './rates.ts'
import { say, type Text } from './say.ts'

/** The accounts that hold money, and their balances when the books began; debts are negative. */
export const OPENINGS = {
  Cash: 18_460n,
  'Joint account': 412_075n,
  Savings: 820_000n,
  'Travel card': 21_000n,
  'Credit card': -38_640n,
  'Car loan': -1_440_000n,
} as const satisfies Record<string, bigint>
export type Account = keyof typeof OPENINGS

/** The currency that an account is kept in; cash takes any. */
export const currencyOf = (account: Account): Currency | undefined =>
  account === 'Cash' ? undefined : account === 'Travel card' ? 'USD' : 'EUR'

/** Categories of expenses in their groups, in the order of the sheet. */
const GROUPS = {
  Home: ['Rent', 'Utilities', 'Household', 'Insurance'],
  Food: ['Groceries', 'Eating out'],
  'Getting around': ['Transport', 'Car'],
  Ourselves: ['Health', 'Clothes', 'Children'],
  'Free time': ['Leisure', 'Gifts', 'Subscriptions', 'Travel'],
} as const
const ALONE = ['Bank and interest'] as const
const INCOMES = ['Salary', 'Child benefit', 'Interest', 'Side jobs', 'Tax refund'] as const
export type Group = keyof typeof GROUPS
const groups = Object.keys(GROUPS) as Group[] // an object of ours has its own keys
export type Expense = (typeof GROUPS)[Group][number] | (typeof ALONE)[number]
export type Income = (typeof INCOMES)[number]

/** People have first names only. */
const PEOPLE = {
  Sam: { phone: '+43 1 555 0112', notes: 'The room to the yard.' },
  Mia: { phone: '+43 1 555 0175', notes: 'The room to the street.' },
  Bela: { email: 'bela@example.com', phone: '+36 1 555 0134' },
  Noor: { email: 'noor@example.com' },
  Zoe: { email: 'zoe@example.com', notes: 'Boston.' },
  Kai: {},
} as const
const PARTIES = [
  'Riverside Housing',
  'City Power',
  'Fibernet',
  'Alpina Insurance',
  'Northwind Design',
  'Lakeside Clinic',
  'Tax office',
  'Parking office',
  'Dental practice at the park',
  'Kindergarten Sunflower',
  'Trattoria Sole',
  'Greenleaf Market',
] as const
export type Contact = keyof typeof PEOPLE | (typeof PARTIES)[number]

/** Names of lucide.dev for the categories that the ready-made set does not have. In English a name says its icon by itself. */
const ICONS: Readonly<Record<string, string>> = {
  ...starterIcons,
  Home: 'house',
  Food: 'shopping-basket',
  Clothes: 'shirt',
  'Bank and interest': 'receipt-text',
  'Child benefit': 'baby',
  'Side jobs': 'banknote',
  'Tax refund': 'landmark',
}

/** The accounts, categories and contacts of the household: all that its transactions refer to. */
export function chartSteps(first: Day): Step[] {
  const opening = (account: Account, sign = 1n) => ({
    opening_balance: amountToApi(sign * OPENINGS[account], currencyOf(account) ?? 'EUR'),
    opening_date: first.toString(),
  })
  const found = (name: Text, known: Text = name) =>
    step(listAccounts, { query: { q: say(name) } }, { [known]: 'data.0.id' })
  const opened = (account: Account, type: 'asset' | 'liability') =>
    step(
      createAccount,
      {
        body: {
          name: say(account),
          type,
          currency_id: currencyOf(account) ?? null,
          ...opening(account, type === 'asset' ? 1n : -1n),
        },
      },
      { [account]: 'id' },
    )
  const bank: Account = 'Joint account'
  return [
    found('Cash'),
    found('Receivables'),
    found('Payables'),
    found('Bank', bank),
    step(updateAccount, { params: { id: idOf('Cash') }, body: opening('Cash') }),
    step(updateAccount, {
      params: { id: idOf(bank) },
      body: { name: say(bank), currency_id: 'EUR', ...opening(bank) },
    }),
    opened('Savings', 'asset'),
    opened('Travel card', 'asset'),
    opened('Credit card', 'liability'),
    opened('Car loan', 'liability'),
    ...groups.flatMap((group, place) => [
      categoryStep(group, { kind: 'expense', position: place + 1 }),
      ...GROUPS[group].map((name, position) =>
        categoryStep(name, { kind: 'expense', parent_id: idOf(group), position: position + 1 }),
      ),
    ]),
    ...ALONE.map((name) => categoryStep(name, { kind: 'expense', position: 9 })),
    ...INCOMES.map((name) => categoryStep(name, { kind: 'income' })),
    ...Object.entries(PEOPLE).map(([name, more]) =>
      step(
        createContact,
        { body: { name, ...more, ...('notes' in more && { notes: say(more.notes) }) } },
        { [name]: 'id' },
      ),
    ),
    ...PARTIES.map((name) => step(createContact, { body: { name: say(name) } }, { [name]: 'id' })),
  ]
}

/** The account of a category, for debts that come from it. */
export const accountOf = (category: Expense | Income): string => `${category}, account`

function categoryStep(name: Group | Expense | Income, more: Omit<CategoryDraft, 'name' | 'icon'>): Step {
  const icon = currentLanguage() === 'en' ? undefined : ICONS[name]
  return step(
    createCategory,
    { body: { name: say(name), ...more, ...(icon !== undefined && { icon }) } },
    { [name]: 'id', [`${name}, account`]: 'account.id' },
  )
}
