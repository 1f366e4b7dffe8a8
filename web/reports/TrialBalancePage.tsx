import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type TrialBalance, trialBalance } from '../../contract/reports.ts'
import { listed, t } from '../../words/t.ts'
import { useAsk } from '../api/ask.ts'
import { Loaded } from '../api/Loaded.tsx'
import { accounts } from '../page/accounts.ts'
import { Card } from '../ui/Card.tsx'
import { classes } from '../ui/classes.ts'
import { dayText } from '../ui/dates.ts'
import { Money } from '../ui/Money.tsx'
import { symbolOf } from '../ui/money.ts'
import { rich } from '../ui/rich.ts'
import { useReportDay } from './BalanceSheetPage.tsx'
import { ownNameOf } from './balance-sheet.ts'
import { DrillDown } from './DrillDown.tsx'
import { ledgerFigures } from './ledger.ts'
import { NamedRow, useIsTall } from './NamedRow.tsx'
import { NothingHere } from './NothingHere.tsx'
import { DayInput, ReportHeading } from './ReportFrame.tsx'
import { AmountCell, HeadCell, TableScroll } from './table.tsx'
import { useFigures } from './use-report.ts'

/** Every account with its balance on the side it stands on: both columns are always equal. */
export function TrialBalancePage() {
  const { day, choose } = useReportDay()
  const query = useAsk(trialBalance, { query: { date: day } })
  return (
    <>
      <ReportHeading title={t('Trial balance')} subtitle={dayText(day)}>
        <DayInput label={t('Day')} value={day} onChange={choose} />
      </ReportHeading>
      <Loaded query={query} rows={12}>
        {(report) =>
          report.accounts.length === 0 ? (
            <NothingHere
              title={t('Nothing was written down by {day}', { day: dayText(day) })}
              hasDays={false}
            >
              {t(
                'Every account of the books would stand here with its balance, debit or credit; the two columns always add up to the same.',
              )}
            </NothingHere>
          ) : (
            <Balances report={report} />
          )
        }
      </Loaded>
    </>
  )
}

function Balances({ report }: { report: TrialBalance }) {
  const currency = report.base_currency_id
  const { data: known = [] } = useQuery(accounts)
  // The names of the balance sheet; those of the ledger stand beside them.
  const nameOf = ({ id, code, name }: { id: string; code: string; name: string }) =>
    (known.some((one) => one.id === id && one.is_system) ? ownNameOf(code) : undefined) ?? name
  const { current, show, close } = useFigures(ledgerFigures(report, nameOf))
  const isTall = useIsTall([report.total_debit_base], currency)
  const total = (amount: number) => <AmountCell amount={amount} currency={currency} isStrong isFinal />
  return (
    <>
      <Card>
        <TableScroll label={t('Trial balance')}>
          <table className={classes('w-full text-table', isTall && 'table-fixed')}>
            <caption className="sr-only">
              {t('Trial balance on {day}', { day: dayText(report.date) })}
            </caption>
            <thead>
              <tr>
                {!isTall && <HeadCell isFirst>{t('Account')}</HeadCell>}
                <HeadCell>{t('Debit in {currency}', { currency: symbolOf(currency) })}</HeadCell>
                <HeadCell>{t('Credit in {currency}', { currency: symbolOf(currency) })}</HeadCell>
              </tr>
            </thead>
            {report.accounts.map(({ account, debit_base, credit_base }) => {
              const opening = { onOpen: () => show(account.id), isOpen: current?.key === account.id }
              const cell = (amount: number) =>
                amount === 0 ? <td /> : <AmountCell amount={amount} currency={currency} {...opening} />
              return (
                <tbody key={account.id} className="border-t border-line">
                  <NamedRow
                    isTall={isTall}
                    name={
                      <span className={isTall ? '' : 'flex'}>
                        <span className="me-2 shrink-0 text-text-3">
                          <bdi>{account.code}</bdi>
                        </span>
                        <span className="min-w-0">
                          <bdi>{nameOf(account)}</bdi>
                          {nameOf(account) !== account.name && (
                            <bdi className="text-caption max-sm:block sm:ms-2 text-text-3">
                              {account.name}
                            </bdi>
                          )}
                        </span>
                      </span>
                    }
                  >
                    {cell(debit_base)}
                    {cell(credit_base)}
                  </NamedRow>
                </tbody>
              )
            })}
            <tfoot className="border-t border-text">
              <NamedRow isTall={isTall} name={t('Both are equal')} isStrong>
                {total(report.total_debit_base)}
                {total(report.total_credit_base)}
              </NamedRow>
            </tfoot>
          </table>
        </TableScroll>
      </Card>
      {report.total_debit_base === report.total_credit_base ? null : (
        <p role="alert" className="mt-3 text-table text-bad">
          {rich(
            'The columns differ: {debit} and {credit}. Run npm run verify on the machine that Florin runs on.',
            {
              debit: <Money amount={report.total_debit_base} currency={currency} />,
              credit: <Money amount={report.total_credit_base} currency={currency} />,
            },
          )}
        </p>
      )}
      <AsRecorded report={report} />
      {current ? <DrillDown figure={current} onClose={close} /> : null}
    </>
  )
}

/** The ledger counts money in other currencies as it was recorded, which is not what the same account is worth on other screens. */
function AsRecorded({ report }: { report: TrialBalance }) {
  const { data: all = [] } = useQuery(accounts)
  const shown = new Set(report.accounts.map(({ account }) => account.id))
  const others = all.filter(
    ({ id, type, base_value, base_balance }) =>
      shown.has(id) && (type === 'asset' || type === 'liability') && base_value !== base_balance,
  )
  if (others.length === 0) return null
  return (
    <p className="mt-3 text-caption text-text-3">
      {t('{accounts}: other currencies as they were recorded.', {
        accounts: listed(others.map(({ name }) => name)),
      })}{' '}
      <Link to="/reports/balance-sheet" search={{ date: report.date }} className="underline">
        {t('What they are worth')}
      </Link>
    </p>
  )
}
