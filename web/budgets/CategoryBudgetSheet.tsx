import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { type BudgetSheet, deleteBudget, putBudget } from '../../contract/budgets.ts'
import { addMonths } from '../../contract/month.ts'
import { t } from '../../words/t.ts'
import { ifVersion, useChange } from '../api/change.ts'
import { useToday } from '../page/me.ts'
import { AmountField } from '../ui/AmountField.tsx'
import { fieldOfAmount } from '../ui/amount-input.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { Meter } from '../ui/charts/Meter.tsx'
import { monthName } from '../ui/dates.ts'
import { Form, Switch } from '../ui/Field.tsx'
import { Money } from '../ui/Money.tsx'
import { hiddenMoneyText } from '../ui/privacy.ts'
import { rich } from '../ui/rich.ts'
import { Segmented } from '../ui/Segmented.tsx'
import { Sheet } from '../ui/Sheet.tsx'
import { Refusal } from '../ui/States.tsx'
import { amountOf, budgetedOf, markOf, progressOf } from './budget-sheet.ts'
import { readPlanned } from './cell.ts'
import { savedCell } from './cells.ts'
import { courseText } from './course.ts'
import { Facts } from './Facts.tsx'
import { Figure } from './Figure.tsx'
import { type Line, proposalOf, usualText } from './lines.ts'
import type { SheetCells } from './use-budgets.ts'

/** Everything about the budget of one category in a month, with a form to change it by thumb. It is saved at once, apart from the sheet. */
export function CategoryBudgetSheet({
  line,
  about,
  sheet,
  cells,
  before,
  after,
  onOpen,
}: {
  /** With its unsaved amount. */
  line: Line
  /** A sentence about the budget of a group. */
  about: string | undefined
  sheet: BudgetSheet
  cells: SheetCells
  /** The categories beside it. */
  before: Line | undefined
  after: Line | undefined
  /** Opens another category; undefined closes the sheet. */
  onOpen: (id: string | undefined) => void
}) {
  const today = useToday()
  const { month, base_currency_id: currency } = sheet
  const saved = cells.savedLine(line.category_id) ?? line
  const [cell, setCell] = useState(cells.cells[line.category_id] ?? savedCell(saved, cells.style))
  const [fault, setFault] = useState<string>()
  const { category_name: name } = line
  const proposal = proposalOf(saved, currency) // of a group there is none, as in its cell
  const money = (amount: number | bigint) => hiddenMoneyText(amount, currency)
  const onDone = () => {
    cells.restore(line)
    onOpen(undefined)
  }
  const saving = useChange(putBudget, {
    words: ({ amount }) => t('{category}: {amount} budgeted', { category: name, amount: money(amount) }),
    onDone,
  })
  const removing = useChange(deleteBudget, {
    words: t('{category} has no budget any more', { category: name }),
    onDone,
  })
  const params = { category_id: line.category_id, month }
  const headers = ifVersion(saved)
  const now = monthName(month)
  const set = (part: Partial<typeof cell>) => {
    setCell((one) => ({ ...one, ...part }))
    setFault(undefined)
  }

  function save(): void {
    const read = readPlanned(cell.text, cells.style)
    if (read.fault !== undefined) setFault(read.fault)
    else if (read.minor === null) setFault(t('How much? 0 is a budget too: nothing is to be spent.'))
    else {
      const { only, rollover } = cell
      void saving.send({ params, headers, body: { amount: amountOf(read.minor, currency), rollover, only } })
    }
  }

  return (
    <Sheet
      needs="write"
      title={t('{category}, {month}', { category: name, month: now })}
      onClose={() => onOpen(undefined)}
      bar={
        <>
          {before && (
            <IconButton label={before.category_name} onClick={() => onOpen(before.category_id)}>
              <ChevronLeft size={18} />
            </IconButton>
          )}
          {after && (
            <IconButton label={after.category_name} onClick={() => onOpen(after.category_id)}>
              <ChevronRight size={18} />
            </IconButton>
          )}
        </>
      }
      foot={
        <>
          {saved.planned !== null && (
            <Button
              look="quiet"
              className="me-auto"
              isBusy={removing.isBusy}
              onClick={() => void removing.send({ params, headers })}
            >
              {saved.only
                ? t('Remove {month}’s budget', { month: now })
                : t('End it with {month}', { month: monthName(addMonths(month, -1)) })}
            </Button>
          )}
          <Button look="primary" isBusy={saving.isBusy} onClick={save}>
            {t('Save')}
          </Button>
        </>
      }
    >
      <Figure line={line} currency={currency} />
      <Meter
        label={name}
        planned={line.planned}
        carried={line.carried}
        spent={budgetedOf(line, currency)}
        today={markOf(progressOf(sheet, today))}
        className="mt-3 mb-5"
      />
      <Form onSubmit={save} className="flex flex-col gap-3">
        <AmountField
          label={t('Budget of {category}', { category: name })}
          hint={t('A number, or a sum like 90+10')}
          currencyId={currency}
          fault={fault ?? saving.fault('amount')}
          text={cell.text}
          onText={(text) => set({ text })}
        />
        {proposal !== null && (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-caption text-text-2">
            <Button needs="write" onClick={() => set({ text: fieldOfAmount(proposal, currency) })}>
              {rich('Take {amount}', { amount: <Money amount={proposal} currency={currency} /> })}
            </Button>
            {saved.mean !== null && usualText(saved.mean, cells.meanMonths, money)}
          </p>
        )}
        <Segmented
          label={t('How long it holds')}
          value={cell.only ? 'only' : 'on'}
          onChange={(value) => set({ only: value === 'only' })}
          options={[
            { value: 'on', label: t('From {month} on', { month: now }) },
            { value: 'only', label: t('Only {month}', { month: now }) },
          ]}
          className="flex w-full"
        />
        <p className="text-caption text-text-2">{courseText(saved, cell.only, month, money)}</p>
        {about && <p className="text-caption text-text-2">{about}</p>}
        <Switch
          checked={cell.rollover}
          onChange={(event) => set({ rollover: event.target.checked })}
          className="justify-between"
        >
          {t('Carry what is left, or missing, into {month}', { month: monthName(addMonths(month, 1)) })}
        </Switch>
        <button type="submit" hidden />
      </Form>
      {(saving.sentence ?? removing.sentence) && (
        <div className="mt-3">
          <Refusal title={saving.sentence ?? removing.sentence} />
        </div>
      )}
      <Facts line={line} month={month} currency={currency} />
    </Sheet>
  )
}
