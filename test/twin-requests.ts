import type { Random } from '../demo/random.ts'
import type { Ask, Seen } from './twins.ts'

/** Random requests, right and wrong, for a book with few records, so that many of them touch the same ones. */

const DAYS = ['2026-09-30', '2026-10-01', '2026-10-31', '2026-11-01', '2026-11-10', '2026-08-15']
const CURRENCIES = ['EUR', 'EUR', 'EUR', 'USD', 'JPY', 'CHF']
const WORDS = ['Food', 'food', 'Rent', 'Éva', '50%', 'a_b', '日本', 'x']
const MONTHS = ['2026-09', '2026-10', '2026-11']
/** No record has it. */
const NOBODY = '0197a000-0000-7000-8000-000000000000'

type Make = (random: Random, seen: Seen) => Ask

const amount = (random: Random): number =>
  random.chance(0.05) ? random.pick([0.001, 1e15, 90_071_992_547_409.92]) : 1 + random.below(50)
const fields = (random: Random, all: Record<string, () => unknown>, chance = 0.4): object =>
  Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (random.chance(chance) ? [[name, value()]] : [])),
  )
/** One of the latest few records of these kinds, sometimes a missing one. */
const one = (random: Random, seen: Seen, ...kinds: string[]): string => {
  const all = kinds.flatMap((kind) => seen.ids(kind))
  if (all.length === 0 || random.chance(0.03)) return NOBODY
  return random.pick(random.chance(0.7) ? all.slice(-4) : all)
}

/** One of a few values, so that some are taken, by the request before or by one long ago. */
const externalId = (random: Random): string | null => (random.chance(0.2) ? null : `e${random.below(30)}`)

const booking = (random: Random, seen: Seen, kind: 'expense' | 'income') => ({
  currency_id: () => random.pick(CURRENCIES),
  date: () => random.pick(DAYS),
  asset_account_id: () => one(random, seen, 'money'),
  contact_id: () => (random.chance(0.2) ? null : one(random, seen, 'contact')),
  notes: () => random.pick(WORDS),
  memo: () => random.pick(WORDS),
  tags: () => [random.pick(WORDS)],
  external_id: () => externalId(random),
  is_refund: () => random.chance(0.5),
  ...(kind === 'expense' && {
    shares: () =>
      Array.from({ length: random.below(3) }, () => ({
        contact_id: one(random, seen, 'contact'),
        amount: 1 + random.below(9),
      })),
  }),
})

const create =
  (kind: 'expense' | 'income'): Make =>
  (random, seen) => ({
    method: 'POST',
    url: `/budgeting/${kind}s`,
    body: {
      amount: amount(random),
      category_id: one(random, seen, random.chance(0.05) ? 'any-category' : `${kind}-category`),
      ...fields(random, booking(random, seen, kind), 0.3),
    },
  })
const edit =
  (kind: 'expense' | 'income'): Make =>
  (random, seen) => ({
    method: 'PUT',
    url: `/budgeting/${kind}s/${one(random, seen, kind)}`,
    body: fields(
      random,
      {
        amount: () => amount(random),
        category_id: () => one(random, seen, `${kind}-category`),
        ...booking(random, seen, kind),
      },
      0.25,
    ),
  })
/** An expense of many parts: a group of these takes several statements. */
const parts: Make = (random, seen) => {
  const length = 12 + random.below(8)
  const category_id = () => one(random, seen, 'expense-category')
  const splits = Array.from({ length }, (_, index) => ({ category_id: category_id(), amount: 1 + index }))
  const body = { amount: (length * (length + 1)) / 2, splits, date: random.pick(DAYS) }
  const url = '/budgeting/expenses'
  return random.chance(0.7) || seen.ids('expense').length === 0
    ? { method: 'POST', url, body }
    : { method: 'PUT', url: `${url}/${one(random, seen, 'expense')}`, body }
}
const paths: Record<string, string> = {
  expense: '/budgeting/expenses',
  income: '/budgeting/incomes',
  transfer: '/budgeting/transfers',
  contact: '/contacts',
  account: '/accounts',
  category: '/budgeting/categories',
  plan: '/plans',
  obligation: '/obligations',
  import_rule: '/import-rules',
}
const remove: Make = (random, seen) => {
  const kind = random.pick(Object.keys(paths))
  const query = random.chance(0.15) ? '?forever=true' : ''
  return { method: 'DELETE', url: `${paths[kind]}/${one(random, seen, kind)}${query}` }
}
const restore: Make = (random, seen) => {
  const kind = random.pick(Object.keys(paths))
  return { method: 'POST', url: `${paths[kind]}/${one(random, seen, kind)}/restore` }
}
const transfer: Make = (random, seen) => {
  const all = {
    from_account_id: () => one(random, seen, 'money'),
    to_account_id: () => one(random, seen, 'money'),
    amount: () => amount(random),
  }
  const more = {
    date: () => random.pick(DAYS),
    currency_id: () => random.pick(CURRENCIES),
    to_amount: () => amount(random),
    contact_id: () => one(random, seen, 'contact'),
    notes: () => random.pick(WORDS),
    external_id: () => externalId(random),
  }
  return random.chance(0.6)
    ? {
        method: 'POST',
        url: '/budgeting/transfers',
        body: { ...fields(random, all, 1), ...fields(random, more, 0.2) },
      }
    : {
        method: 'PUT',
        url: `/budgeting/transfers/${one(random, seen, 'transfer')}`,
        body: fields(random, { ...all, ...more }, 0.25),
      }
}
const contact: Make = (random, seen) => {
  const body = { name: random.pick(WORDS), ...fields(random, { phone: () => '1', notes: () => 'met' }) }
  return random.chance(0.6)
    ? { method: 'POST', url: '/contacts', body }
    : { method: 'PUT', url: `/contacts/${one(random, seen, 'contact')}`, body }
}
const category: Make = (random, seen) =>
  random.chance(0.5)
    ? {
        method: 'POST',
        url: '/budgeting/categories',
        body: {
          name: random.pick(WORDS),
          ...fields(random, { kind: () => random.pick(['income', 'expense']) }),
        },
      }
    : {
        method: 'PUT',
        url: `/budgeting/categories/${one(random, seen, 'category')}`,
        body: fields(random, { name: () => random.pick(WORDS), is_active: () => random.chance(0.7) }),
      }
const account: Make = (random, seen) => {
  const all = {
    code: () => `C${random.below(8)}`,
    is_default: () => true,
    is_active: () => random.chance(0.8),
    currency_id: () => random.pick(['EUR', 'USD', null]),
    opening_balance: () => amount(random),
    opening_date: () => random.pick(DAYS),
  }
  return random.chance(0.4)
    ? {
        method: 'POST',
        url: '/accounts',
        body: {
          name: random.pick(WORDS),
          type: random.pick(['asset', 'asset', 'liability']),
          ...fields(random, all),
        },
      }
    : {
        method: 'PUT',
        url: `/accounts/${one(random, seen, 'account')}`,
        body: fields(random, { name: () => random.pick(WORDS), ...all }, 0.2),
      }
}
const obligation: Make = (random, seen) => {
  const owed = amount(random)
  const body = {
    name: random.pick(WORDS),
    opened_date: random.pick(DAYS),
    original_amount: owed,
    outstanding_amount: random.chance(0.7) ? owed : 1 + random.below(9),
    contact_id: one(random, seen, 'contact'),
    account_id: one(random, seen, 'claim'),
    currency_id: random.pick(CURRENCIES),
    ...fields(random, { due_date: () => '2026-12-31', notes: () => random.pick(WORDS) }),
  }
  return random.chance(0.6)
    ? { method: 'POST', url: '/obligations', body }
    : { method: 'PUT', url: `/obligations/${one(random, seen, 'obligation')}`, body }
}
const payment: Make = (random, seen) => {
  const body = fields(
    random,
    {
      date: () => random.pick(DAYS),
      asset_account_id: () => one(random, seen, 'money'),
      currency_id: () => random.pick(CURRENCIES),
      notes: () => random.pick(WORDS),
    },
    0.2,
  )
  const [of, id] =
    random.chance(0.5) && seen.ids('payment').length > 0
      ? random.pick(seen.ids('payment').slice(-5)).split(' ')
      : [one(random, seen, 'obligation')]
  const url = `/obligations/${of}`
  if (id === undefined)
    return random.chance(0.7)
      ? { method: 'POST', url: `${url}/payments`, body: { amount: 1 + random.below(12), ...body } }
      : random.chance(0.6)
        ? {
            method: 'POST',
            url: `${url}/write-off`,
            body: {
              category_id: one(random, seen, 'category'),
              date: '2026-11-12',
              ...fields(random, { amount: () => 1 + random.below(5) }),
            },
          }
        : { method: 'DELETE', url: `${url}/write-off` }
  return random.chance(0.4)
    ? { method: 'DELETE', url: `${url}/payments/${id}` }
    : { method: 'PUT', url: `${url}/payments/${id}`, body: { amount: 1 + random.below(12), ...body } }
}
const settle: Make = (random, seen) => {
  const url = `/contacts/${one(random, seen, 'contact')}`
  return random.chance(0.6)
    ? {
        method: 'POST',
        url: `${url}/payments`,
        body: { direction: random.pick(['receivable', 'payable']), amount: 1 + random.below(20) },
      }
    : {
        method: 'POST',
        url: `${url}/set-off`,
        body: fields(random, { amount: () => 1 + random.below(5), date: () => random.pick(DAYS) }),
      }
}
const rate: Make = (random) => {
  const url = `/exchange-rates/${random.pick(['USD', 'JPY', 'CHF', 'EUR'])}/EUR/${random.pick(DAYS)}`
  return random.chance(0.7)
    ? { method: 'PUT', url, body: { rate: random.pick([0.5, 0.9, 2]) } }
    : { method: 'DELETE', url }
}
const budget: Make = (random, seen) => {
  const url = `/budgeting/budgets/${one(random, seen, 'category')}/${random.pick(MONTHS)}`
  if (random.chance(0.3)) return { method: 'DELETE', url }
  const body = fields(random, { amount: () => amount(random), rollover: () => random.chance(0.5) }, 0.7)
  return { method: 'PUT', url, body }
}
const plan: Make = (random, seen) => {
  const schedule = { start: random.pick(DAYS), unit: random.pick(['week', 'month']) }
  const draft = { amount: 5, category_id: one(random, seen, 'expense-category') }
  const body = { name: random.pick(WORDS), kind: 'expense', draft, schedule }
  if (random.chance(0.4)) return { method: 'POST', url: '/plans', body }
  const url = `/plans/${one(random, seen, 'plan')}`
  return random.chance(0.3)
    ? {
        method: 'PUT',
        url,
        body: fields(random, { name: () => random.pick(WORDS), draft: () => draft, auto: () => false }),
      }
    : {
        method: 'POST',
        url: `${url}/occurrences/${random.pick(DAYS)}`,
        body: { action: random.pick(['post', 'post', 'skip', 'change']) },
      }
}
const reconciliation: Make = (random, seen) => {
  const known = seen.ids('reconciliation')
  const [accountId, id] = known.length > 0 ? random.pick(known.slice(-4)).split(' ') : []
  const start = (): Ask => ({
    method: 'POST',
    url: `/accounts/${one(random, seen, 'money')}/reconciliations`,
    body: { date: random.pick(DAYS), balance: random.below(50) },
  })
  if (!id || random.chance(0.25)) return start()
  const url = `/accounts/${accountId}/reconciliations/${id}`
  const lines = seen
    .ids('line')
    .filter((line) => line.startsWith(`${accountId} `))
    .map((line) => line.split(' ')[1])
  return random.pick<() => Ask>([
    () => ({
      method: 'PUT',
      url,
      body: fields(
        random,
        {
          cleared_line_ids: () => [...new Set(lines.filter(() => random.chance(0.4)))].slice(0, 18),
          balance: () => random.below(50),
          date: () => random.pick(DAYS),
        },
        0.6,
      ),
    }),
    () => ({
      method: 'POST',
      url: `${url}/finish`,
      body: random.chance(0.8) ? { adjust: { category_id: one(random, seen, 'expense-category') } } : {},
    }),
    () => ({ method: 'POST', url: `${url}/reopen` }),
    () => ({ method: 'DELETE', url }),
    () => ({ method: 'POST', url: `${url}/restore` }),
  ])()
}
const settings: Make = (random) => ({
  method: 'PUT',
  url: '/books/current',
  body: fields(
    random,
    {
      name: () => random.pick(WORDS),
      closed_through: () => random.pick([null, null, '2026-08-15', '2026-09-30']),
      time_zone: () => random.pick(['UTC', 'Europe/Vienna', 'Nowhere']),
      month_starts_on: () => random.pick([1, 25, 'last_working_day']),
      base_currency_id: () => random.pick(['EUR', 'EUR', 'USD']),
      ecb_rates: () => random.chance(0.5),
    },
    0.3,
  ),
})
const undo: Make = (random, { version }) => ({
  method: 'POST',
  url: `/changes/${Math.max(1, version + 3 - random.below(14))}/undo`,
})
const batch: Make = (random, seen) => {
  const item = () => {
    const kind = random.pick(['expense', 'income'] as const)
    return { kind, ...create(kind)(random, seen).body }
  }
  return random.chance(0.6)
    ? {
        method: 'POST',
        url: '/budgeting/transactions',
        body: { transactions: Array.from({ length: 1 + random.below(4) }, item) },
      }
    : {
        method: 'POST',
        url: '/budgeting/transactions/bulk',
        body: {
          ids: [
            ...new Set(
              Array.from({ length: 1 + random.below(3) }, () => one(random, seen, 'expense', 'income')),
            ),
          ],
          ...random.pick<object>([
            { delete: true },
            { set: { add_tags: ['t'] } },
            { set: { notes: null, contact_id: one(random, seen, 'contact') } },
          ]),
        },
      }
}
const rule: Make = (random, seen) => {
  const body = {
    name: random.pick(WORDS),
    set: { category_id: one(random, seen, 'expense-category') },
    when: { match: 'all', conditions: [{ field: 'text', is: 'contains', value: random.pick(WORDS) }] },
    ...fields(random, { rank: () => random.below(9), is_active: () => random.chance(0.5) }, 0.3),
  }
  return random.chance(0.5)
    ? { method: 'POST', url: '/import-rules', body }
    : { method: 'PUT', url: `/import-rules/${one(random, seen, 'import_rule')}`, body }
}

/** Each of the makers is among the others as many times as the number before it says. */
const weights: readonly (readonly [times: number, makes: readonly Make[]])[] = [
  [1, [create('income'), edit('income'), restore, category, account, settle, rate, budget, settings]],
  [1, [undo, batch, rule, parts]],
  [2, [create('expense'), edit('expense'), remove, transfer, contact, obligation, plan, reconciliation]],
  [3, [payment]],
]
const makers = weights.flatMap(([times, makes]) => Array.from({ length: times }, () => makes).flat())

export const isLarge = ({ method, url }: Ask): boolean =>
  /transactions|rules.*apply/.test(url) || (method === 'PUT' && url.includes('/reconciliations/'))

/** Requests that wait together: mostly of a few kinds, as those that can follow each other are. */
export function randomRequests(random: Random, seen: Seen): Ask[] {
  const kinds = Array.from({ length: 1 + random.below(4) }, () => random.pick(makers))
  return Array.from({ length: 2 + random.below(11) }, () => {
    const make = random.pick(random.chance(0.85) ? kinds : makers)
    let ask = make(random, seen)
    for (let tries = 0; tries < 5 && ask.url.includes(NOBODY); tries++)
      ask = random.pick(makers)(random, seen)
    const headers: Record<string, string> = {}
    if (ask.method === 'POST' && random.chance(0.2)) headers['idempotency-key'] = `key-${random.below(40)}`
    const [id] = /#\d+#(?=\??[^/]*$)/.exec(ask.url) ?? []
    if (id && ask.method !== 'POST' && random.chance(0.4))
      headers['if-match'] = `"${(seen.versionOf(id) ?? 1) - (random.chance(0.2) ? 1 : 0)}"`
    return { ...ask, headers }
  })
}
