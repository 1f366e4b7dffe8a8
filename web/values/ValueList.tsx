import { Pencil, Trash2 } from 'lucide-react'
import type { Account } from '../../contract/accounts.ts'
import type { Day } from '../../contract/day.ts'
import { deleteValue } from '../../contract/values.ts'
import { t } from '../../words/t.ts'
import { useChange } from '../api/change.ts'
import { useToday } from '../page/me.ts'
import { IconButton } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { dayInSentence, dayText } from '../ui/dates.ts'
import { Money } from '../ui/Money.tsx'
import { Refusal } from '../ui/States.tsx'
import { isBeginning, type Stated } from './stated.ts'
import { columnWords, isDebt, removedText } from './value-words.ts'

/** Removes a stated value; the toast takes it back. */
export function useRemoval(account: Account, onDone?: () => void) {
  const today = useToday()
  const { send, isBusy, sentence } = useChange(deleteValue, {
    words: ({ date }) => removedText(account, dayInSentence(date, today)),
    ...(onDone && { onDone }),
  })
  return { isBusy, sentence, remove: (date: Day) => void send({ params: { id: account.id, date } }) }
}

/** The statements about an account, the latest first, each with the change since the one before. */
export function ValueList({
  account,
  stated,
  onEdit,
}: {
  account: Account
  stated: readonly Stated[]
  onEdit: (stated: Stated) => void
}) {
  const removal = useRemoval(account)
  const canChange = !account.deleted_at
  return (
    <Card className="mb-4">
      <table
        aria-label={isDebt(account) ? t('Stated amounts owed') : t('Stated values')}
        className="w-full text-table"
      >
        <thead>
          <tr className="h-10 border-b border-line text-caption text-text-2 [&>th]:px-2 [&>th]:font-medium sm:[&>th]:px-4">
            <th scope="col" className="text-start">
              <span className="max-sm:ps-2">{t('Day')}</span>
            </th>
            <th scope="col" className="text-start max-sm:hidden">
              {t('Stated')}
            </th>
            <th scope="col" className="text-end">
              {columnWords(account)}
            </th>
            <th scope="col" className="text-end max-sm:hidden">
              {t('Change [noun]')}
            </th>
            <th scope="col" className="w-11 sm:w-20 sm:touch:w-24">
              <span className="sr-only">{t('Change or remove it')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {stated.map((one) => (
            <Row
              key={one.date}
              account={account}
              stated={one}
              onEdit={
                canChange && (!one.isBeginning || isBeginning(account, one.date))
                  ? () => onEdit(one)
                  : undefined
              }
              onRemove={canChange && !one.isBeginning ? () => removal.remove(one.date) : undefined}
            />
          ))}
        </tbody>
      </table>
      {removal.sentence && (
        <div className="p-4">
          <Refusal title={removal.sentence} />
        </div>
      )}
    </Card>
  )
}

function Row({
  account,
  stated: { date, amount, change, notes, isBeginning: isFirst },
  onEdit,
  onRemove,
}: {
  account: Account
  stated: Stated
  onEdit: (() => void) | undefined
  onRemove: (() => void) | undefined
}) {
  const today = useToday()
  const currency = account.currency_id ?? ''
  const which = { kind: isDebt(account) ? 'debt' : 'thing', day: dayInSentence(date, today) }
  const note = isFirst ? t('what it began with') : notes && t('“{note}”', { note: notes })
  return (
    <tr className="h-12 border-b border-line last:border-0 [&>td]:px-2 [&>td]:py-2 [&>th]:px-2 sm:[&>td]:px-4 sm:[&>th]:px-4">
      <th scope="row" className="py-2 text-start font-normal max-sm:w-full max-sm:max-w-0">
        <span className="whitespace-nowrap max-sm:ps-2">{dayText(date)}</span>
        {note && <span className="block truncate ps-2 text-caption text-text-3 sm:hidden">{note}</span>}
      </th>
      <td className="w-full max-w-0 truncate text-text-2 max-sm:hidden" title={note ?? undefined}>
        {note}
      </td>
      <td className="text-end font-medium whitespace-nowrap">
        <Money amount={amount} currency={currency} />
        {change !== null && (
          <span className="block text-caption font-normal text-text-2 sm:hidden">
            <Money amount={change} currency={currency} variant="change" />
          </span>
        )}
      </td>
      <td className="text-end whitespace-nowrap max-sm:hidden">
        {change === null ? (
          <span className="text-text-3">–</span>
        ) : (
          <Money amount={change} currency={currency} variant="change" />
        )}
      </td>
      <td className="text-end whitespace-nowrap">
        {onEdit && (
          <IconButton
            needs="write"
            label={t(
              '{kind, select, debt {Change the amount owed on {day}} other {Change the value of {day}}}',
              which,
            )}
            onClick={onEdit}
          >
            <Pencil size={15} />
          </IconButton>
        )}
        {onRemove && (
          <IconButton
            needs="write"
            className="max-sm:hidden"
            label={t(
              '{kind, select, debt {Remove the amount owed on {day}} other {Remove the value of {day}}}',
              which,
            )}
            onClick={onRemove}
          >
            <Trash2 size={15} />
          </IconButton>
        )}
      </td>
    </tr>
  )
}
