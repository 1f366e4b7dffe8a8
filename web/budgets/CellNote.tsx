import type { ReactNode, RefObject } from 'react'
import { addMonths, type Month } from '../../contract/month.ts'
import { t } from '../../words/t.ts'
import { amountForEditing } from '../ui/amount-text.ts'
import { monthName } from '../ui/dates.ts'
import { Switch } from '../ui/Field.tsx'
import { Floating } from '../ui/Floating.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import { Money } from '../ui/Money.tsx'
import { hiddenMoneyText } from '../ui/privacy.ts'
import { rich } from '../ui/rich.ts'
import { Segmented } from '../ui/Segmented.tsx'
import { readPlanned } from './cell.ts'
import type { Cell } from './cells.ts'
import { courseText, endText } from './course.ts'
import { type Line, proposalOf, usualText } from './lines.ts'
import { SAVE_BAR_PX } from './SaveBar.tsx'
import type { SheetCells } from './use-budgets.ts'

const key = (inner: ReactNode) => <Kbd>{inner}</Kbd>

/** Everything about the cell that is being edited: its result, how long it holds, the usual amount and the proposal. The cell keeps the focus. */
export function CellNote({
  anchor,
  id,
  line,
  saved,
  cell,
  month,
  sheet: { style, edit, faults, meanMonths },
  about,
}: {
  anchor: RefObject<HTMLElement | null>
  id: string
  line: Line
  saved: Line
  cell: Cell
  month: Month
  sheet: SheetCells
  about?: string
}) {
  const read = readPlanned(cell.text, style)
  const { currency } = style
  const { category_id } = line
  const proposal = proposalOf(line, style.currency)
  const fault = faults[category_id]
  const money = (amount: number | bigint) => hiddenMoneyText(amount, currency)
  const isEmptied = read.fault === undefined && read.minor === null && saved.planned !== null
  return (
    <Floating anchor={anchor} isBeside footPx={SAVE_BAR_PX} className="w-80 p-3.5 text-start font-normal">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the focus in the cell while something here is pressed. */}
      <div onMouseDown={(event) => event.preventDefault()}>
        <p className="flex min-h-6 items-baseline justify-between gap-3">
          <span className="truncate font-semibold">{line.category_name}</span>
          <span
            role="status"
            className={read.fault === undefined ? 'font-semibold' : 'text-caption text-warn'}
          >
            {read.fault === undefined
              ? read.minor !== null && (
                  <>
                    = <Money amount={read.minor} currency={currency} />
                  </>
                )
              : read.fault}
          </span>
        </p>
        {fault && <p className="mt-1 text-caption text-warn">{fault}</p>}
        <Segmented
          label={t('How long it holds')}
          value={cell.only ? 'only' : 'on'}
          onChange={(value) => edit(line, { only: value === 'only' })}
          options={[
            { value: 'on', label: t('From {month} on', { month: monthName(month) }) },
            { value: 'only', label: t('Only {month}', { month: monthName(month) }) },
          ]}
          className="my-2.5 flex w-full"
        />
        <div id={id} className="mb-2.5 text-caption text-text-2">
          <p>{isEmptied ? endText(saved, month, money) : courseText(saved, cell.only, month, money)}</p>
          {about && <p className="mt-1.5">{about}</p>}
          {line.mean !== null && (
            <p className="mt-1.5">
              {t('{sentence}.', { sentence: usualText(line.mean, meanMonths, money) })}
            </p>
          )}
        </div>
        <Switch
          checked={cell.rollover}
          tabIndex={-1}
          onChange={(event) => edit(line, { rollover: event.target.checked })}
          className="justify-between text-table"
        >
          {t('Carry the rest into {month}', { month: monthName(addMonths(month, 1)) })}
        </Switch>
        <p className="mt-2.5 flex items-center justify-between gap-2 text-caption text-text-2">
          {proposal === null ? (
            <span />
          ) : (
            <button
              type="button"
              tabIndex={-1}
              onClick={() => edit(line, { text: amountForEditing(proposal, style) })}
              className="min-h-6 rounded-control border border-dashed border-line-2 px-2 py-0.5"
            >
              {rich('Proposed: {amount} <key>=</key>', {
                amount: <Money amount={proposal} currency={currency} symbol={false} />,
                key,
              })}
            </button>
          )}
          <span>{rich('<key>O</key> only <key>Tab</key> next', { key })}</span>
        </p>
      </div>
    </Floating>
  )
}
