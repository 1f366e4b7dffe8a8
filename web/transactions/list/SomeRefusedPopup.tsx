import { t } from '../../../words/t.ts'
import { Button } from '../../ui/Button.tsx'
import { shownText } from '../../ui/bank-text.ts'
import { dayShort } from '../../ui/dates.ts'
import { countText } from '../../ui/locale.ts'
import { Money } from '../../ui/Money.tsx'
import { Popup } from '../../ui/Popup.tsx'
import type { SomeRefused } from '../some-refused.ts'
import { type AccountsById, signedBase, titleOf } from '../title.ts'

/** Of each reason, this many are listed; the others are counted. */
const MAX_LISTED = 5

/** Says that a change of many was refused, for which of them and why, and offers to leave these out of the selection. */
export const SomeRefusedPopup = ({
  refused: { asked, count, reasons, ids },
  accounts,
  today,
  onLeaveOut,
  onClose,
}: {
  refused: SomeRefused
  accounts: AccountsById
  today: string
  onLeaveOut: (ids: readonly string[]) => void
  onClose: () => void
}) => (
  <Popup
    title={t(
      '{asked, plural, one {{count, number} of # transaction cannot be changed, so none was} other {{count, number} of # transactions cannot be changed, so none was}}',
      { asked, count },
    )}
    onClose={onClose}
    foot={
      <>
        <Button onClick={onClose}>{t('Close')}</Button>
        {ids && ids.length < asked && (
          <Button look="primary" onClick={() => onLeaveOut(ids)}>
            {t('{count, plural, =1 {Leave out this one} other {Leave out these #}}', { count })}
          </Button>
        )}
      </>
    }
  >
    {reasons.map(({ words, rows }) => (
      <section key={words} className="mb-4">
        <h3 className="text-table font-semibold">
          {countText(rows.length)}: {words}
        </h3>
        <ul className="mt-1 text-table text-text-2">
          {rows.slice(0, MAX_LISTED).map((row) => (
            <li key={row.id} className="flex gap-3 border-t border-line py-1.5">
              <span className="w-20 shrink-0">{dayShort(row.date, today)}</span>
              <span className="min-w-0 flex-1 truncate">{titleOf(row, accounts, shownText)}</span>
              <Money amount={signedBase(row, accounts)} currency={row.base_currency_id} />
            </li>
          ))}
        </ul>
        {rows.length > MAX_LISTED && (
          <p className="mt-1 text-caption text-text-3">
            {t('and {count, number} more', { count: rows.length - MAX_LISTED })}
          </p>
        )}
      </section>
    ))}
  </Popup>
)
