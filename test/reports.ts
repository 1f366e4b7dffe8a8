import assert from 'node:assert/strict'
import { moneyFlow } from '../contract/flow.ts'
import { overview } from '../contract/overview.ts'
import {
  balanceSheet,
  cashFlow,
  incomeStatement,
  netWorth,
  type Spending,
  spending,
  trialBalance,
} from '../contract/reports.ts'
import { units } from './model.ts'
import type { Person } from './world.ts'

/** A figure of a report, and the list behind it. */
type Explained = { what: string; figure: number; explain: string }
type Asked = { date_from: string; date_to: string; known_at?: string }

type Series = { amounts: number[]; total: number }
const ofSeries = (
  what: string,
  { amounts, total }: Series,
  { explain, explains }: { explain: string; explains: string[] },
): Explained[] => {
  assert.equal(amounts.length, explains.length)
  return [
    { what, figure: total, explain },
    ...explains.map((explain, index) => ({
      what: `${what}, period ${index}`,
      figure: amounts[index] ?? Number.NaN,
      explain,
    })),
  ]
}

async function ofIncomeStatements(person: Person, query: Asked): Promise<Explained[]> {
  const found: Explained[] = []
  for (const by of ['month', 'quarter', 'year', 'none'] as const) {
    const { income, expense, totals } = await person.call(incomeStatement, { query: { ...query, by } })
    for (const row of [...income, ...expense]) found.push(...ofSeries(row.category_name, row, row))
    const { savings_rate: _, ...sums } = totals // a part of another figure, without a list
    for (const [name, total] of Object.entries(sums)) found.push(...ofSeries(`total ${name}`, total, total))
  }
  const grouped = await person.call(incomeStatement, { query: { ...query, by: 'month', by_group: true } })
  for (const { children = [], own, ...row } of [...grouped.income, ...grouped.expense]) {
    const name = `group of ${row.category_name}`
    found.push(...ofSeries(name, row, row), ...(own ? ofSeries(`${name} itself`, own, own) : []))
    for (const one of children) found.push(...ofSeries(`${name}: ${one.category_name}`, one, one))
  }
  return found
}

/** Rows of spending in which groups have their categories and their own part after them. */
const withParts = (rows: Spending['rows']) =>
  rows.flatMap(({ children = [], own, ...row }) => [
    row,
    ...children,
    ...(own ? [{ ...own, name: 'itself' }] : []),
  ])

async function ofValues(person: Person, { date_from, date_to, ...more }: Asked): Promise<Explained[]> {
  const sheet = await person.call(balanceSheet, { query: { date: date_to, ...more } })
  const found: Explained[] = [...sheet.assets, ...sheet.liabilities, ...sheet.equity].map(
    ({ account_name, base_balance, base_value, explain }) => ({
      what: account_name,
      figure: account_name === 'Unrealised difference' ? (base_value ?? 0) : base_balance,
      explain,
    }),
  )
  for (const side of ['assets', 'liabilities', 'equity'] as const)
    found.push({ what: side, figure: sheet.totals[side], explain: sheet.explains[side] })
  for (const by of ['month', 'week'] as const) {
    const { points, changes, explains } = await person.call(netWorth, {
      query: { date_from, date_to, by, ...more },
    })
    for (const { date, net, explain } of points)
      found.push({ what: `net worth ${date}`, figure: net, explain })
    for (const name of ['income', 'expense', 'exchange', 'other', 'opening'] as const)
      found.push({ what: `change by ${name}`, figure: changes[name], explain: explains[name] })
  }
  return found
}

async function ofFlows(person: Person, query: Asked): Promise<Explained[]> {
  const found: Explained[] = []
  for (const kind of ['expense', 'income'] as const)
    for (const [by, more] of [
      ...(['category', 'group', 'contact', 'tag', 'account', 'month', 'day'] as const).map(
        (by) => [by, {}] as const,
      ),
      ['category', { by_group: true }],
      ['group', { compare: 'year' }],
    ] as const) {
      const report = await person.call(spending, { query: { ...query, by, kind, ...more } })
      const shown = withParts(report.rows).filter(
        ({ amount, previous, count }) => by !== 'day' || amount !== 0 || previous !== 0 || count !== 0,
      )
      for (const { name, amount, explain, previous, previous_explain } of [
        ...shown,
        { ...report, name: 'all', amount: report.total, previous: report.previous_total },
      ]) {
        found.push({ what: `${kind} by ${by}: ${name}`, figure: amount, explain })
        if (previous_explain === null) assert.equal(previous, 0)
        else
          found.push({
            what: `${kind} by ${by} before: ${name}`,
            figure: previous,
            explain: previous_explain,
          })
      }
    }
  const { accounts, totals } = await person.call(cashFlow, { query: { ...query, by: 'month' } })
  for (const row of accounts) {
    found.push(...ofSeries(row.account_name, row.net, row))
    found.push({ what: `into ${row.account_name}`, figure: row.in.total, explain: row.in.explain })
    found.push({ what: `out of ${row.account_name}`, figure: 0 - row.out.total, explain: row.out.explain })
  }
  found.push(...ofSeries('cash flow', totals.net, totals))
  for (const what of ['came_in', 'went_out', 'opening'] as const)
    found.push(...ofSeries(what, totals[what], totals[what]))
  return found
}

async function ofOverview(person: Person, { date_to: date, known_at }: Asked): Promise<Explained[]> {
  const query = { date, ...(known_at !== undefined && { known_at }) }
  const { accounts } = await person.call(trialBalance, { query })
  const found: Explained[] = accounts.map(({ account, debit_base, credit_base, explain }) => ({
    what: account.name,
    figure: ['asset', 'expense'].includes(account.type) ? debit_base - credit_base : credit_base - debit_base,
    explain,
  }))
  const { spent, categories, because, owed } = await person.call(overview, { query })
  found.push({ what: 'received', figure: spent.income, explain: spent.income_explain })
  for (const { amount, previous, explain, previous_explain } of [
    spent,
    ...categories.rows,
    categories.rest,
    ...because,
  ]) {
    found.push({ what: 'spent', figure: amount, explain })
    found.push({ what: 'spent before', figure: previous, explain: previous_explain ?? '' })
  }
  for (const side of ['receivable', 'payable'] as const) {
    const explain = owed.explains[side]
    if (explain !== null) found.push({ what: side, figure: owed[side], explain })
  }
  return found
}

/** Follows every `explain` of every report: the list behind it adds up to the figure. Says how many there were. */
export async function followExplains(person: Person, query: Asked): Promise<number> {
  const all = [
    ...(await ofIncomeStatements(person, query)),
    ...(await ofValues(person, query)),
    ...(await ofFlows(person, query)),
    ...(await ofOverview(person, query)),
  ]
  const sums = new Map<string, number>()
  for (const { explain } of all) {
    if (sums.has(explain)) continue
    const { status, body, text } = await person.send({ url: `${explain}&limit=1` })
    assert.equal(status, 200, `${explain}: ${text}`)
    sums.set(explain, body.meta.sum_base)
  }
  for (const { what, figure, explain } of all) assert.equal(sums.get(explain), figure, `${what}: ${explain}`)
  return all.length
}

const dayBefore = (day: string) => Temporal.PlainDate.from(day).subtract({ days: 1 }).toString()
const minor = (amount: number, base: string) => units(amount, base)

/** The reports agree with each other and with the trial balance, on the days of a range. */
export async function reportsAgree(person: Person, query: Asked): Promise<void> {
  const { date_from, date_to, ...more } = query
  const base = person.user.base_currency_id
  const of = (amount: number) => minor(amount, base)
  const sheetOn = async (date: string) =>
    (await person.call(balanceSheet, { query: { date, ...more } })).totals
  for (const date of [date_from, date_to]) {
    const { assets, liabilities, equity } = await sheetOn(date)
    assert.equal(of(assets), of(liabilities) + of(equity), `assets on ${date}`)
  }
  const worth = await person.call(netWorth, { query: { ...query, by: 'month' } })
  const [first, last] = [worth.points[0], worth.points.at(-1)]
  assert(first && last)
  for (const { date, assets, liabilities, net } of [first, last]) {
    const totals = await sheetOn(date)
    assert.deepEqual([assets, liabilities], [totals.assets, totals.liabilities], `net worth on ${date}`)
    assert.equal(of(net), of(assets) - of(liabilities))
  }
  const { income, expense, exchange, value, other } = worth.changes
  const change = of(income) - of(expense) + of(exchange) + of(value) + of(other)
  assert.equal(of(last.net) - of(first.net), change, `net worth from ${first.date} to ${last.date}`)
  assert.deepEqual([first.date, last.date], [dayBefore(date_from), date_to])
  const { income: earned, totals } = await person.call(incomeStatement, { query })
  const realised = earned.find(({ category_name }) => category_name === 'Exchange gains and losses')
  assert.equal(of(income), of(totals.income.total) - of(realised?.total ?? 0), `income from ${date_from}`)
  assert.equal(expense, totals.expense.total, `expense from ${date_from} to ${date_to}`)
  await equityAgrees(person, query)
}

/** The income statement's net is the change of the accounts' total, except for postings on equity accounts. */
async function equityAgrees(person: Person, { date_from, date_to, ...more }: Asked): Promise<void> {
  const of = (amount: number) => minor(amount, person.user.base_currency_id)
  const before = dayBefore(date_from)
  const standing = async (date: string) => {
    const { accounts } = await person.call(trialBalance, { query: { date, ...more } })
    const net = (types: string[]) =>
      accounts
        .filter(({ account }) => types.includes(account.type))
        .reduce((sum, { debit_base, credit_base }) => sum + of(debit_base) - of(credit_base), 0n)
    return { worth: net(['asset', 'liability']), equity: -net(['equity']) }
  }
  const [then, now] = [await standing(before), await standing(date_to)]
  const statement = await person.call(incomeStatement, {
    query: { date_from, date_to, by: 'month', ...more },
  })
  const net = now.worth - then.worth - (now.equity - then.equity)
  assert.equal(of(statement.totals.net.total), net, `income statement from ${date_from} to ${date_to}`)
  const flow = await person.call(cashFlow, { query: { date_from, date_to, by: 'none', ...more } })
  const { in: came, out, net: kept } = flow.totals
  assert.equal(of(came.total) - of(out.total), of(kept.total))
  const { came_in, went_out, opening } = flow.totals
  assert.equal(of(came_in.total) - of(went_out.total) + of(opening.total), of(kept.total))
  const spent = await person.call(spending, { query: { date_from, date_to, ...more } })
  assert.equal(spent.total, statement.totals.expense.total)
}

/** As much flows into every node as out of it, every link opens its list, and the amounts are those of the income statement. */
export async function flowAgrees(person: Person, query: Asked): Promise<void> {
  const of = (amount: number) => minor(amount, person.user.base_currency_id)
  const { nodes, links, income: flowedIn } = await person.call(moneyFlow, { query })
  assert.equal(new Set(nodes.map(({ id }) => id)).size, nodes.length)
  const sum = (some: typeof links) => some.reduce((total, { amount }) => total + of(amount), 0n)
  const kindOf = new Map(nodes.map(({ id, kind }) => [id, kind]))
  for (const { id, name, kind } of nodes) {
    const [into, out] = [links.filter(({ to }) => to === id), links.filter(({ from }) => from === id)]
    if (kind === 'total' || kind === 'group') assert.equal(sum(into), sum(out), name)
    else assert.deepEqual([into.length, out.length].sort(), [0, 1], name)
  }
  for (const { from, to, amount, explain } of links) {
    assert(amount > 0 && kindOf.has(from) && kindOf.has(to))
    const { status, body } = await person.send({ url: `${explain}&limit=1` })
    assert.deepEqual([status, Math.abs(body.meta?.sum_base)], [200, amount], `${from} to ${to}: ${explain}`)
  }
  const { income, expense, totals } = await person.call(incomeStatement, { query })
  const flowed = (kind: string, isFrom: boolean, account_id: string | null = null) => {
    const ids = nodes.filter((one) => one.kind === kind && one.account_id === account_id).map(({ id }) => id)
    return sum(links.filter(({ from, to }) => ids.includes(isFrom ? from : to)))
  }
  for (const { account_id, total } of income)
    assert.equal(flowed('income', true, account_id) - flowed('category', false, account_id), of(total))
  const refunded = expense.filter(({ total }) => total < 0)
  for (const { account_id, total } of expense)
    assert.equal(flowed('category', false, account_id), total < 0 ? 0n : of(total))
  assert.equal(
    flowed('refunds', true),
    refunded.reduce((sum, { total }) => sum - of(total), 0n),
  )
  assert.equal(flowedIn, totals.income.total)
  assert.equal(
    nodes.filter(({ kind }) => ['income', 'category'].includes(kind)).length,
    income.length + expense.length - refunded.length,
  )
  assert.equal(flowed('kept', false) - flowed('from_savings', true), of(totals.net.total))
}
