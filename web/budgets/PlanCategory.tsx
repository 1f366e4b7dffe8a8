import { useRef, useState } from 'react'
import { type BudgetSheet, putBudget } from '../../contract/budgets.ts'
import { listCategories } from '../../contract/categories.ts'
import { addMonths } from '../../contract/month.ts'
import { useEverything } from '../api/ask.ts'
import { useChange } from '../api/change.ts'
import { separatorIn } from '../ui/amount-text.ts'
import { Button } from '../ui/Button.tsx'
import { monthName } from '../ui/dates.ts'
import { SelectField, Switch, TextField } from '../ui/Field.tsx'
import { useLocale } from '../ui/locale.ts'
import { decimalsOf, moneyText } from '../ui/money.ts'
import { Popup } from '../ui/Popup.tsx'
import { Refusal } from '../ui/States.tsx'
import { planOf } from './cell.ts'
import { amountOf } from './sheet.ts'

/** Plans an amount for a category that has none in this month. */
export function PlanCategory({ sheet, onClose }: { sheet: BudgetSheet; onClose: () => void }) {
  const { month, base_currency_id: currency } = sheet
  const locale = useLocale()
  const { data: categories = [] } = useEverything(listCategories, {
    query: { kind: 'expense', is_active: true },
  })
  const planned = new Set(sheet.rows.flatMap((row) => (row.planned === null ? [] : [row.category_id])))
  const choices = categories.filter(({ id }) => !planned.has(id))
  const [category, setCategory] = useState('')
  const [text, setText] = useState('')
  const [rollover, setRollover] = useState(false)
  const [faults, setFaults] = useState<{ category?: string; amount?: string }>({})
  const select = useRef<HTMLSelectElement>(null)
  const amount = useRef<HTMLInputElement>(null)
  const name = categories.find(({ id }) => id === category)?.name ?? ''
  const saving = useChange(putBudget, {
    words: (budget) => `${name}: ${moneyText(budget.amount, currency)} planned`,
    onDone: onClose,
  })

  function save(): void {
    const plan = planOf(text, { decimals: decimalsOf(currency), separator: separatorIn(locale) })
    if (category === '') {
      setFaults({ category: 'Choose a category.' })
      select.current?.focus()
    } else if (plan.fault !== undefined || plan.minor === null) {
      setFaults({ amount: plan.fault ?? 'How much is planned?' })
      amount.current?.focus()
    } else
      void saving.send({
        params: { category_id: category, month },
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
      {choices.length === 0 && categories.length > 0 ? (
        <p className="text-text-2">Every category you use has a plan for this month.</p>
      ) : (
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            save()
          }}
        >
          <SelectField
            ref={select}
            label="Category"
            fault={faults.category}
            value={category}
            onChange={(event) => {
              setCategory(event.target.value)
              setFaults({})
            }}
          >
            <option value="">Choose one</option>
            {choices.map(({ id, name: label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </SelectField>
          <TextField
            ref={amount}
            label="Planned"
            hint="A number, or a sum like 90+10"
            fault={faults.amount ?? saving.fault('amount')}
            value={text}
            inputMode="decimal"
            onChange={(event) => {
              setText(event.target.value)
              setFaults({})
            }}
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
        </form>
      )}
    </Popup>
  )
}
