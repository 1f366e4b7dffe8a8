import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { type Day, isDay } from '../../contract/day.ts'
import { type BalanceSheet, balanceSheet } from '../../contract/reports.ts'
import { t } from '../../words/t.ts'
import { useAsk } from '../api/ask.ts'
import { Loaded } from '../api/Loaded.tsx'
import { accounts } from '../page/accounts.ts'
import { useAddress } from '../page/address.ts'
import { useToday } from '../page/me.ts'
import { Card } from '../ui/Card.tsx'
import { classes } from '../ui/classes.ts'
import { dayText } from '../ui/dates.ts'
import { Money } from '../ui/Money.tsx'
import { useIsPhone } from '../ui/media.ts'
import { type Amount, symbolOf } from '../ui/money.ts'
import { hasOneColumn, inSheetOrder, type SheetRow, sheetFigures, sheetGroups } from './balance-sheet.ts'
import { DrillDown } from './DrillDown.tsx'
import { MissingRates } from './MissingRates.tsx'
import { NothingHere } from './NothingHere.tsx'
import { DayInput, ReportHeading } from './ReportFrame.tsx'
import { AmountCell, GroupHeadRow, HeadCell, RowHead, TableScroll } from './table.tsx'
import { useFigures } from './use-report.ts'

/** The day that the address names, else today. */
export function useReportDay(): { day: Day; choose: (day: Day) => void } {
  const { search, filter } = useAddress()
  const today = useToday()
  const day = search.date !== undefined && isDay(search.date) ? search.date : today
  return { day, choose: (date) => filter({ date: date === today ? undefined : date, figure: undefined }) }
}

/** Assets, debts and their difference on a day, as recorded and at the rates of that day. */
export function BalanceSheetPage() {
  const { day, choose } = useReportDay()
  const query = useAsk(balanceSheet, { query: { date: day } })
  return (
    <>
      <ReportHeading title={t('What you have and owe')} subtitle={dayText(day)}>
        <DayInput label={t('Day')} value={day} onChange={choose} />
      </ReportHeading>
      <Loaded query={query} rows={12}>
        {(report) =>
          report.assets.length + report.liabilities.length === 0 ? (
            <NothingHere
              title={t('Nothing was written down by {day}', { day: dayText(day) })}
              hasDays={false}
            >
              {t(
                'The accounts that hold your money, the debts, and the difference between them would stand here.',
              )}
            </NothingHere>
          ) : (
            <Sheet report={report} />
          )
        }
      </Loaded>
    </>
  )
}

function Sheet({ report }: { report: BalanceSheet }) {
  const currency = report.base_currency_id
  const { data: known = [] } = useQuery(accounts)
  const groups = sheetGroups(
    inSheetOrder(report, known),
    (id) => known.find((one) => one.id === id && one.is_system)?.code,
  )
  const { current, show, close } = useFigures(sheetFigures(groups))
  const isShort = useIsPhone() || hasOneColumn(groups)
  const cells = { currency, openKey: current?.key, onShow: show, isShort }
  return (
    <>
      <MissingRates rates={report.missing_rates} base={currency} />
      <Card>
        <TableScroll label={t('What you have and owe')}>
          <table className="w-full text-table">
            <caption className="sr-only">
              {t('What you have and owe on {day}', { day: dayText(report.date) })}
            </caption>
            <thead>
              <tr>
                <HeadCell isFirst>{t('in {currency}', { currency: symbolOf(currency) })}</HeadCell>
                {isShort ? null : <HeadCell>{t('As recorded')}</HeadCell>}
                <HeadCell>{t('Worth on {day}', { day: dayText(report.date) })}</HeadCell>
              </tr>
            </thead>
            {groups.map(({ key, title, rows, total }) => (
              <tbody key={key}>
                <GroupHeadRow columns={isShort ? 2 : 3}>{title}</GroupHeadRow>
                {rows.map((row) => (
                  <Row key={row.key} row={row} {...cells} />
                ))}
                <Row row={total} isTotal {...cells} />
              </tbody>
            ))}
          </table>
        </TableScroll>
      </Card>
      <p className="mt-3 text-caption text-text-3">
        {t('What you have is always exactly what you owe plus what is your own.')}
      </p>
      {current ? <DrillDown figure={current} onClose={close} /> : null}
    </>
  )
}

function Row({
  row,
  currency,
  openKey,
  onShow,
  isShort,
  isTotal = false,
}: {
  row: SheetRow
  currency: string
  openKey: string | undefined
  onShow: (key: string) => void
  isShort: boolean
  isTotal?: boolean
}) {
  const cell = (which: 'recorded' | 'value', amount: Amount, explain: string | undefined) => {
    const key = `${row.key}.${which}`
    return (
      <AmountCell
        amount={amount}
        currency={currency}
        isFinal={isTotal}
        isStrong={isTotal}
        {...(explain === undefined ? {} : { onOpen: () => onShow(key), isOpen: openKey === key })}
      />
    )
  }
  return (
    <tr className={classes('border-t', isTotal ? 'border-text' : 'border-line')}>
      <RowHead isStrong={isTotal}>
        <bdi>{row.name}</bdi>
        {row.parts.length > 0 && (
          <span className="block text-caption text-text-3">
            {row.parts.map(({ amount, currency_id }, index) => (
              <Fragment key={currency_id}>
                {index > 0 && ' + '}
                <Money amount={amount} currency={currency_id} />
              </Fragment>
            ))}
          </span>
        )}
      </RowHead>
      {isShort ? null : cell('recorded', row.recorded, row.recordedExplain)}
      {row.value === null ? (
        <td className="px-3 text-end text-warn last:pe-5">{t('no rate')}</td>
      ) : (
        cell('value', row.value, row.valueExplain)
      )}
    </tr>
  )
}
