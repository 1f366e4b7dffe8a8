import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { listTransactions } from '../../contract/budgeting.ts'
import type { Statement } from '../../contract/statement.ts'
import { t } from '../../words/t.ts'
import { useAsk } from '../api/ask.ts'
import { accounts } from '../page/accounts.ts'
import { accountsById } from '../transactions/title.ts'
import { Card } from '../ui/Card.tsx'
import { useWidth } from '../ui/charts/use-width.ts'
import { Money } from '../ui/Money.tsx'
import { symbolOf } from '../ui/money.ts'
import { rich } from '../ui/rich.ts'
import { Segmented } from '../ui/Segmented.tsx'
import { Empty } from '../ui/States.tsx'
import { MovementList, MovementTable } from './Movements.tsx'
import { type Debt, whoOwes } from './owed.ts'
import { SetOffLine } from './SetOffLine.tsx'
import { useSheets } from './sheets.ts'
import { isOpenOnly, netIn, onlyOpen, statementLines } from './statement.ts'

/** As many as a statement lists. */
const MAX_SHOWN = 1_000

/** A narrower card shows a list in place of a table. */
const TABLE_WIDTH = 600

/** The lines of a statement in words; the accounts in them come from the contact's transactions. */
export function useLines(statement: Statement, debts: readonly Debt[], currency: string, today: string) {
  const { data } = useAsk(listTransactions, { query: { contact_id: statement.contact.id, limit: MAX_SHOWN } })
  const own = useQuery(accounts)
  return statementLines(statement, currency, {
    debts: new Map(debts.map((debt) => [debt.id, debt])),
    transactions: new Map(data?.data.map((transaction) => [transaction.id, transaction])),
    accounts: accountsById(own.data),
    today,
  })
}

export function StatementCard({
  statement,
  debts,
  currency,
  currencies,
  today,
  onCurrency,
  buttons,
}: {
  statement: Statement
  debts: readonly Debt[]
  currency: string
  currencies: readonly string[]
  today: string
  onCurrency: (currency: string) => void
  /** Below the figure, on a phone: at the head of the page they would push it down. */
  buttons: ReactNode
}) {
  const { search, filter } = useSheets()
  const [box, width] = useWidth()
  const isShort = isOpenOnly(search.status, debts, currency)
  const all = useLines(statement, debts, currency, today)
  const lines = isShort ? onlyOpen(all, debts) : all
  const net = netIn(statement, currency)
  return (
    <Card aria-labelledby="where-we-stand" className="overflow-hidden">
      <div className="flex flex-wrap items-center justify-between gap-3 px-5 py-4">
        <div>
          <h2 id="where-we-stand" className="text-table font-medium text-text-2">
            {whoOwes(statement.contact.name, net)}
          </h2>
          <Money
            amount={net < 0n ? -net : net}
            currency={currency}
            variant="figure"
            className="text-figure-lg font-semibold"
          />
          <BaseValue statement={statement} currency={currency} count={currencies.length} />
        </div>
        {buttons}
        <div className="flex flex-wrap gap-2">
          {currencies.length > 1 && (
            <Segmented
              label={t('Currency')}
              value={currency}
              options={currencies.map((one) => ({ value: one, label: `${symbolOf(one)} ${one}` }))}
              onChange={onCurrency}
            />
          )}
          {all.length > 0 && (
            <Segmented
              label={t('Which movements')}
              value={isShort ? 'open' : 'all'}
              options={[
                { value: 'all', label: t('All') },
                { value: 'open', label: t('Open [not settled]') },
              ]}
              onChange={(status) => filter({ status })}
            />
          )}
        </div>
      </div>
      <SetOffLine party={statement.contact} side="payable" all={debts} className="px-5 pb-3" />
      <div ref={box} />
      {lines.length === 0 ? (
        <Empty title={isShort ? t('Nothing is open') : t('Nothing between you yet')}>
          {isShort ? t('All debts are settled.') : t('What you lend, borrow and pay back shows here.')}
        </Empty>
      ) : width < TABLE_WIDTH ? (
        <MovementList lines={lines} currency={currency} today={today} />
      ) : (
        <MovementTable lines={lines} currency={currency} />
      )}
      {lines.some(({ balance }) => balance < 0n) && (
        <p className="border-t border-line px-5 py-3 text-caption text-text-2">
          {t('A balance below zero is what you owe.')}
        </p>
      )}
      {!statement.is_complete && (
        <p className="border-t border-line px-5 py-3 text-caption text-text-2">
          {t('{count, plural, one {Only the latest # is shown.} other {Only the latest # are shown.}}', {
            count: MAX_SHOWN,
          })}
        </p>
      )}
      <div className="border-t border-line px-5 py-2.5 text-table">
        <Link
          to="/transactions"
          search={{ contact_id: statement.contact.id }}
          className="inline-flex min-h-6 items-center font-medium text-accent hover:underline hover:underline-offset-2"
        >
          {t('All transactions with {name}', { name: statement.contact.name })}
        </Link>
      </div>
    </Card>
  )
}

/** A foreign amount, and several currencies together, have a value in the base currency too. */
function BaseValue({
  statement,
  currency,
  count,
}: {
  statement: Statement
  currency: string
  count: number
}) {
  const base = statement.base_currency_id
  if (count < 2 && currency === base) return null
  const amount = <Money amount={statement.net_base} currency={base} />
  return (
    <p className="text-caption text-text-3">
      {count > 1
        ? rich('all currencies together {amount}', { amount })
        : rich('in your books {amount}', { amount })}
    </p>
  )
}
