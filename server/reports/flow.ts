import type { MoneyFlow } from '../../contract/flow.ts'
import type { Db } from '../database/database.ts'
import { amountToApi } from '../ledger/amounts.ts'
import type { BookRow } from '../ledger/book.ts'
import { MAX_EXPLAINED, registerAddress, transactionsAddress } from '../lists/explain.ts'
import { groupsOf, type PeriodsRow, readPeriods, type StatementGroup } from './income-statement.ts'
import { type Range, sumOf } from './periods.ts'

type Node = MoneyFlow['nodes'][number]
type FlowLink = { from: string; to: string; amount: bigint; explain: string | null }

const income: Node = { id: 'total', name: 'Income', kind: 'total', category_id: null, account_id: null }
const kept: Node = { ...income, id: 'kept', name: 'Kept', kind: 'kept' }
const refunds: Node = { ...income, id: 'refunds', name: 'Refunds', kind: 'refunds' }
const fromSavings: Node = { ...income, id: 'from_savings', name: 'From what you had', kind: 'from_savings' }

const nodeOf = (kind: Node['kind'], { account_id, category_id, category_name }: PeriodsRow): Node => ({
  id: `${kind}:${account_id}`,
  name: category_name,
  kind,
  category_id,
  account_id,
})

const amountOf = ({ amounts }: PeriodsRow): bigint => amounts[0] ?? 0n

/** Where money came from in a range, and where it went: as much flows into each node as out of it. */
export async function computeFlow(
  db: Db,
  book: BookRow,
  range: Range,
  version: number | undefined,
): Promise<MoneyFlow> {
  const { all } = await readPeriods(db, book, range, { by: 'none', isByGroup: true, version })
  const isExpense = ({ section }: PeriodsRow) => section === 'expense'
  const nodes = new Map<string, Node>()
  const links: FlowLink[] = []
  const link = (from: Node, to: Node, amount: bigint, explain: string | null) => {
    nodes.set(from.id, from).set(to.id, to)
    links.push({ from: from.id, to: to.id, amount, explain })
  }
  const register = ({ account_id }: PeriodsRow) => registerAddress(account_id, range, version)
  const largest = <T>(list: T[], of: (one: T) => bigint): T[] =>
    list.sort((a, b) => (of(a) === of(b) ? 0 : of(a) > of(b) ? -1 : 1))

  // Where more came back than was spent, the account brings money, which is no income; an income below zero takes money.
  const size = (row: PeriodsRow) => (amountOf(row) < 0n ? -amountOf(row) : amountOf(row))
  const isSource = (row: PeriodsRow) => isExpense(row) === amountOf(row) < 0n
  const sources = all.filter(isSource)
  const refunded = sources.filter(isExpense)
  const earned = sumOf(all.map((row) => (isExpense(row) ? 0n : amountOf(row))))
  const net = earned - sumOf(all.filter(isExpense).map(amountOf))
  // More than income flows through it if money from before is spent, or money came back.
  const total =
    net < 0n
      ? { ...income, name: 'All together' }
      : refunded.length > 0
        ? { ...income, name: 'Income and refunds' }
        : income
  for (const row of largest(
    sources.filter((one) => !isExpense(one)),
    size,
  ))
    link(nodeOf('income', row), total, size(row), register(row))
  const explainRefunds = (list: readonly PeriodsRow[]) => {
    const [only] = list
    if (only && list.length === 1) return register(only)
    if (list.length > MAX_EXPLAINED || list.some(({ category_id }) => category_id === null)) return null
    return transactionsAddress({ category_id: list.map((row) => row.category_id).join() }, range, version)
  }
  if (refunded.length > 0) link(refunds, total, sumOf(refunded.map(size)), explainRefunds(refunded))
  const explainNet = transactionsAddress({ section: 'income,exchange,expense' }, range, version)
  if (net < 0n) link(fromSavings, total, -net, explainNet)

  const spentIn = all.filter((row) => !isSource(row))
  const losses: StatementGroup[] = spentIn
    .filter((row) => !isExpense(row))
    .map((row) => ({ head: row, own: null, children: [] }))
  const explainGroup = (members: readonly PeriodsRow[], { category_id, account_id }: PeriodsRow) => {
    const isWhole = !all.some(
      (row) => isSource(row) && (row.group_account_id ?? row.account_id) === account_id,
    )
    if (isWhole) return transactionsAddress({ group_id: category_id ?? '' }, range, version)
    if (members.length > MAX_EXPLAINED) return null
    return transactionsAddress({ category_id: members.map((row) => row.category_id).join() }, range, version)
  }
  const groups = largest([...groupsOf(spentIn.filter(isExpense)), ...losses], ({ head }) => size(head)).map(
    ({ head, own, children }) => ({ head, members: [...(own ? [own] : []), ...children] }),
  )
  for (const { head, members } of groups)
    if (members.length === 0) link(total, nodeOf('category', head), size(head), register(head))
    else link(total, nodeOf('group', head), size(head), explainGroup(members, head))
  if (net > 0n) link(total, kept, net, explainNet)
  for (const { head, members } of groups)
    for (const row of largest(members, size))
      link(nodeOf('group', head), nodeOf('category', row), size(row), register(row))

  return {
    base_currency_id: book.base_currency_id,
    ...range,
    income: amountToApi(earned, book.base_currency_id),
    nodes: [...nodes.values()],
    links: links.map((one) => ({ ...one, amount: amountToApi(one.amount, book.base_currency_id) })),
  }
}
