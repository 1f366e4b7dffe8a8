import type { Month } from '../../contract/month.ts'
import { t } from '../../words/t.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { monthName } from '../ui/dates.ts'
import { SUBMIT_KEYS } from '../ui/keys.ts'
import { Popup } from '../ui/Popup.tsx'
import { runsText } from './course.ts'
import { CELLS, SheetCell } from './SheetCell.tsx'
import type { SheetCells } from './use-budgets.ts'

/** The income that is expected, by category, in cells like those of the sheet. It is saved with the sheet. */
export const IncomePopup = ({
  cells,
  month,
  onClose,
}: {
  cells: SheetCells
  month: Month
  onClose: () => void
}) => {
  const save = () => void cells.save().then((isSaved) => isSaved && onClose())
  return (
    <Popup
      title={t('Income expected in {month}', { month: monthName(month) })}
      onClose={onClose}
      foot={
        Object.keys(cells.cells).length === 0 ? (
          <Button look="primary" onClick={onClose}>
            {t('Done')}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{t('Done, save later')}</Button>
            <Button look="primary" isBusy={cells.isBusy} shortcut={SUBMIT_KEYS} onClick={save}>
              {t('Save the sheet')}
            </Button>
          </>
        )
      }
    >
      {cells.incomeLines.length === 0 ? (
        <p className="text-text-2">
          {t('There is no category of income yet.')}{' '}
          <ButtonLink to="/settings/categories">{t('Add one')}</ButtonLink>
        </p>
      ) : (
        <ul {...{ [CELLS]: '' }} className="flex flex-col divide-y divide-line text-table">
          {cells.incomeLines.map((line) => (
            <li key={line.category_id} className="flex min-h-12 flex-wrap items-center gap-x-3 py-1.5">
              <span className="min-w-0 flex-1 truncate font-medium">{line.category_name}</span>
              <span className="text-caption text-text-3">
                {runsText(line, month, cells.cells[line.category_id])}
              </span>
              <span className="w-28">
                <SheetCell line={line} month={month} cells={cells} hasNote={false} onSubmit={save} />
              </span>
              {cells.faults[line.category_id] && (
                <p role="alert" className="w-full text-end text-caption text-warn">
                  {cells.faults[line.category_id]}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
    </Popup>
  )
}
