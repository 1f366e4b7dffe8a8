import { useRef, useState } from 'react'
import { type BudgetSheet, putBudget } from '../../contract/budgets.ts'
import type { Category } from '../../contract/categories.ts'
import { addMonths } from '../../contract/month.ts'
import { useChange } from '../api/change.ts'
import { CategoryPicker } from '../categories/CategoryPicker.tsx'
import { AmountField } from '../ui/AmountField.tsx'
import { separatorIn } from '../ui/amount-text.ts'
import { Button } from '../ui/Button.tsx'
import { monthName } from '../ui/dates.ts'
import { Form, Switch } from '../ui/Field.tsx'
import { useLocale } from '../ui/locale.ts'
import { decimalsOf } from '../ui/money.ts'
import { Popup } from '../ui/Popup.tsx'
import { hiddenMoneyText } from '../ui/privacy.ts'
import { Refusal } from '../ui/States.tsx'
import { amountOf } from './budget-sheet.ts'
import { readPlanned } from './cell.ts'

/** Plans an amount for a category that has none in this month. */
export function PlanCategory({ sheet, onClose }: { sheet: BudgetSheet; onClose: () => void }) {
  const { month, base_currency_id: currency } = sheet
  const locale = useLocale()
  const planned = new Set(sheet.rows.flatMap((row) => (row.planned === null ? [] : [row.category_id])))
  const [category, setCategory] = useState<Category>()
  const [text, setText] = useState('')
  const [rollover, setRollover] = useState(false)
  const [faults, setFaults] = useState<{ category?: string; amount?: string }>({})
  const amount = useRef<HTMLInputElement>(null)
  const saving = useChange(putBudget, {
    words: (budget) => `${budget.category_name}: ${hiddenMoneyText(budget.amount, currency)} planned`,
    onDone: onClose,
  })

  function save(): void {
    const plan = readPlanned(text, { decimals: decimalsOf(currency), separator: separatorIn(locale) })
    if (!category) setFaults({ category: 'Choose a category.' })
    else if (planned.has(category.id))
      setFaults({ category: `${category.name} is planned already: change it in its row.` })
    else if (plan.fault !== undefined || plan.minor === null) {
      setFaults({ amount: plan.fault ?? 'How much is planned?' })
      amount.current?.focus()
    } else
      void saving.send({
        params: { category_id: category.id, month },
        body: { amount: amountOf(plan.minor, currency), rollover },
      })
  }

  return (
    <Popup
      title={`Plan a category for ${monthName(month)}`}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" isBusy={saving.isBusy} onClick={save}>
            Plan it
          </Button>
        </>
      }
    >
      <Form className="flex flex-col gap-4" onSubmit={save}>
        <CategoryPicker
          label="Category"
          kind="expense"
          value={category?.id ?? null}
          fault={faults.category}
          onChange={(chosen) => {
            setCategory(chosen)
            setFaults(
              planned.has(chosen.id)
                ? { category: `${chosen.name} is planned already: change it in its row.` }
                : {},
            )
          }}
        />
        <AmountField
          inputRef={amount}
          label="Planned"
          hint="A number, or a sum like 90+10"
          currencyId={currency}
          fault={faults.amount ?? saving.fault('amount')}
          text={text}
          onText={(next) => {
            setText(next)
            setFaults({})
          }}
          onEnter={save}
        />
        <Switch
          checked={rollover}
          onChange={(event) => setRollover(event.target.checked)}
          className="justify-between"
        >
          Carry what is left, or missing, into {monthName(addMonths(month, 1))}
        </Switch>
        {saving.sentence && <Refusal title={saving.sentence} />}
        <button type="submit" hidden />
      </Form>
    </Popup>
  )
}
