import { useRef, useState } from 'react'
import { type BudgetSheet, copyBudgets, deleteBudget, putBudget } from '../../contract/budgets.ts'
import { refresh, send, sentenceOf, undo } from '../api/change.ts'
import { amountForEditing, readAmountText, separatorIn } from '../ui/amount-text.ts'
import { Button } from '../ui/Button.tsx'
import { Card, CardHeading } from '../ui/Card.tsx'
import { monthName } from '../ui/dates.ts'
import { Form, inputClasses } from '../ui/Field.tsx'
import { IconTile, iconOfCategory } from '../ui/icons.tsx'
import { useLocale } from '../ui/locale.ts'
import { Money } from '../ui/Money.tsx'
import { decimalsOf, minorOf } from '../ui/money.ts'
import { Refusal } from '../ui/States.tsx'
import { say } from '../ui/toast.ts'
import { amountOf, mostSpentFirst } from './budget-sheet.ts'
import { readPlanned } from './cell.ts'

/** A whole plan as a draft, filled in with the spending of the month before. ↵ saves all of it. */
export function DraftPlan({
  sheet: { month, base_currency_id: currency },
  last,
  onClose,
}: {
  sheet: BudgetSheet
  last: BudgetSheet
  onClose: () => void
}) {
  const locale = useLocale()
  const style = { decimals: decimalsOf(currency), separator: separatorIn(locale) }
  const rows = mostSpentFirst(
    last.rows.filter(({ actual }) => actual > 0),
    currency,
  )
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(
      rows.map((row) => [row.category_id, amountForEditing(minorOf(row.actual, currency), style)]),
    ),
  )
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const plans = rows.map((row) => ({ row, plan: readPlanned(texts[row.category_id] ?? '', style) }))
  const total = plans.reduce((sum, { row }) => {
    const reading = readAmountText(texts[row.category_id] ?? '', style)
    return reading.fault === undefined ? sum + reading.minor : sum
  }, 0n)

  async function save(): Promise<void> {
    const wrong = plans.findIndex(({ plan }) => plan.fault !== undefined)
    if (wrong >= 0) form.current?.querySelectorAll('input')[wrong]?.focus()
    if (wrong >= 0 || isBusy) return
    setBusy(true)
    setRefusal(undefined)
    const versions: number[] = []
    try {
      // The spending is copied as one change; amounts that were changed here follow, each as its own.
      const copied = await send(copyBudgets, { params: { month }, body: { from: `actual:${last.month}` } })
      versions.push(copied.version)
      for (const { row, plan } of plans) {
        if (plan.fault !== undefined || plan.minor === minorOf(row.actual, currency)) continue
        const params = { category_id: row.category_id, month }
        const { version } =
          plan.minor === null
            ? await send(deleteBudget, { params })
            : await send(putBudget, { params, body: { amount: amountOf(plan.minor, currency) } })
        versions.push(version)
      }
      say({
        words: `${monthName(month)} is planned`,
        action: { label: 'Undo', key: 'Z', run: () => void undoAll(versions) },
      })
    } catch (error) {
      setRefusal(sentenceOf(error))
    } finally {
      setBusy(false)
      void refresh()
    }
  }

  return (
    <Card className="p-5">
      <Form ref={form} onSubmit={save}>
        <CardHeading>
          What you spent in {monthName(last.month)}, as a plan for {monthName(month)}
        </CardHeading>
        <p className="mt-1 mb-3 text-table text-text-2">
          Nothing is saved yet. Change what should be different; an empty field plans nothing for it.
        </p>
        <ul className="divide-y divide-line">
          {plans.map(({ row, plan }, index) => (
            <li key={row.category_id} className="flex min-h-11 items-center gap-3 py-1.5">
              <IconTile icon={iconOfCategory(row.category_name)} />
              <label htmlFor={`plan-${row.category_id}`} className="min-w-0 flex-1 truncate font-medium">
                {row.category_name}
              </label>
              {plan.fault && (
                <span id={`fault-${row.category_id}`} className="text-caption text-warn">
                  {plan.fault}
                </span>
              )}
              <span className="w-28">
                <input
                  id={`plan-${row.category_id}`}
                  // biome-ignore lint/a11y/noAutofocus: the draft was asked for, to be looked through.
                  autoFocus={index === 0}
                  inputMode="decimal"
                  autoComplete="off"
                  aria-invalid={plan.fault ? true : undefined}
                  aria-describedby={plan.fault ? `fault-${row.category_id}` : undefined}
                  value={texts[row.category_id] ?? ''}
                  onFocus={(event) => event.target.select()}
                  onChange={(event) => setTexts((all) => ({ ...all, [row.category_id]: event.target.value }))}
                  className={`${inputClasses} text-right`}
                />
              </span>
            </li>
          ))}
        </ul>
        <p className="flex items-center justify-between border-t border-text-3 py-3.5 font-semibold">
          Planned in total
          <span className="double-rule mr-3 pb-0.5">
            <Money amount={total} currency={currency} />
          </span>
        </p>
        {refusal && <Refusal title={refusal} />}
        <div className="mt-3 flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" isBusy={isBusy} shortcut="↵">
            Save this plan
          </Button>
        </div>
      </Form>
    </Card>
  )
}

/** The latest change first, as each depends on the one before. */
async function undoAll(versions: readonly number[]): Promise<void> {
  for (const version of versions.toReversed()) if (!(await undo(version))) return
}
