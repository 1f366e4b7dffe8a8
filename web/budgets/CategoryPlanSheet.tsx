import { Link } from '@tanstack/react-router'
import { CalendarDays, List, Redo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type BudgetRow, type BudgetSheet, deleteBudget, putBudget } from '../../contract/budgets.ts'
import { addMonths } from '../../contract/month.ts'
import { ifVersion, useChange } from '../api/change.ts'
import { useToday } from '../page/me.ts'
import { pageBehind } from '../reports/explain.ts'
import { AmountField } from '../ui/AmountField.tsx'
import { fieldOfAmount } from '../ui/amount-input.ts'
import { separatorIn } from '../ui/amount-text.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { Meter } from '../ui/charts/Meter.tsx'
import { monthName } from '../ui/dates.ts'
import { Form, Switch } from '../ui/Field.tsx'
import { useLocale } from '../ui/locale.ts'
import { Money } from '../ui/Money.tsx'
import { decimalsOf, minorOf, moneyText } from '../ui/money.ts'
import { HIDDEN, hiddenMoneyText, usePrivacy } from '../ui/privacy.ts'
import { Sheet } from '../ui/Sheet.tsx'
import { Refusal } from '../ui/States.tsx'
import { amountOf, available, carriedText, leftOf, markOf, meterParts, progressOf } from './budget-sheet.ts'
import { readPlanned } from './cell.ts'

/** Everything about the plan of one category in a month, with a form to change it on phones. */
export function CategoryPlanSheet({
  row,
  sheet,
  last,
  onClose,
}: {
  row: BudgetRow
  sheet: BudgetSheet
  /** The same category in the month before. */
  last: BudgetRow | undefined
  onClose: () => void
}) {
  const locale = useLocale()
  const isHidden = usePrivacy()
  const today = useToday()
  const { month, base_currency_id: currency } = sheet
  const style = { decimals: decimalsOf(currency), separator: separatorIn(locale) }
  const [text, setText] = useState(row.planned === null ? '' : fieldOfAmount(row.planned, currency))
  const [rollover, setRollover] = useState(row.rollover)
  const [fault, setFault] = useState<string>()
  const name = row.category_name
  const saving = useChange(putBudget, {
    words: ({ amount }) => `${name}: ${hiddenMoneyText(amount, currency)} planned`,
    onDone: onClose,
  })
  const removing = useChange(deleteBudget, { words: `${name} is no longer planned`, onDone: onClose })
  const params = { category_id: row.category_id, month }
  const headers = row.version > 0 ? ifVersion(row) : {}
  const money = (minor: bigint) => (isHidden ? HIDDEN : moneyText(minor, currency, { locale }))
  const left = leftOf(row.left, currency)
  const [now, before, next] = [month, addMonths(month, -1), addMonths(month, 1)].map((one) => monthName(one))

  function save(): void {
    const plan = readPlanned(text, style)
    if (plan.fault !== undefined) setFault(plan.fault)
    else if (plan.minor === null) setFault('How much is planned? 0 plans nothing to be spent.')
    else void saving.send({ params, headers, body: { amount: amountOf(plan.minor, currency), rollover } })
  }

  return (
    <Sheet
      title={`${name}, ${now}`}
      onClose={onClose}
      foot={
        <>
          {row.planned !== null && (
            <Button
              look="quiet"
              className="mr-auto"
              isBusy={removing.isBusy}
              onClick={() => void removing.send({ params, headers })}
            >
              Remove the plan
            </Button>
          )}
          <Button look="primary" isBusy={saving.isBusy} onClick={save}>
            Save
          </Button>
        </>
      }
    >
      <p className="text-figure-lg font-semibold">
        <Money
          amount={left.minor}
          currency={currency}
          variant="figure"
          className={left.state === 'over' ? 'text-warn' : ''}
        />
        <span className="ml-2 text-body font-normal text-text-2">
          {left.state === 'over' ? 'over' : 'left'}
        </span>
      </p>
      <Meter
        label={name}
        {...meterParts(row, currency)}
        today={markOf(progressOf(sheet, today))}
        className="mt-3 mb-5"
      />
      <Form onSubmit={save} className="flex flex-col gap-2">
        <AmountField
          label={`Planned for ${now}`}
          hint="A number, or a sum like 90+10"
          currencyId={currency}
          fault={fault ?? saving.fault('amount')}
          text={text}
          onText={(next) => {
            setText(next)
            setFault(undefined)
          }}
        />
        <Switch
          checked={rollover}
          onChange={(event) => setRollover(event.target.checked)}
          className="justify-between"
        >
          Carry what is left, or missing, into {next}
        </Switch>
        <button type="submit" hidden />
      </Form>
      {(saving.sentence ?? removing.sentence) && (
        <div className="mt-3">
          <Refusal title={saving.sentence ?? removing.sentence} />
        </div>
      )}
      <ul className="mt-4 flex flex-col divide-y divide-line border-t border-line text-table">
        <Fact icon={<List size={16} />}>
          <Link {...pageBehind(row.explain)} className="hover:underline">
            Spent in {now}: {money(minorOf(row.actual, currency))}
          </Link>
        </Fact>
        {row.carried !== 0 && (
          <Fact icon={<Redo2 size={16} />}>{carriedText(row, before ?? '', currency, money)}</Fact>
        )}
        {last && (
          <Fact icon={<CalendarDays size={16} />}>
            <Link {...pageBehind(last.explain)} className="hover:underline">
              {before}: {money(minorOf(last.actual, currency))} spent
              {last.planned !== null && ` of ${money(available(last, currency))}`}
            </Link>
          </Fact>
        )}
      </ul>
      <ButtonLink {...pageBehind(row.explain)} className="mt-4 w-full" icon={<List size={15} />}>
        Show the transactions
      </ButtonLink>
    </Sheet>
  )
}

const Fact = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li className="flex min-h-11 items-center gap-3 py-2 text-text-2">
    <span className="text-text-3">{icon}</span>
    <span className="min-w-0 flex-1">{children}</span>
  </li>
)
