import { Pencil, Trash2 } from 'lucide-react'
import type { Account } from '../../contract/accounts.ts'
import { deleteValue, type Value } from '../../contract/values.ts'
import { useChange } from '../api/change.ts'
import { useToday } from '../page/me.ts'
import { IconButton } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { dayInSentence, dayText } from '../ui/dates.ts'
import { Money } from '../ui/Money.tsx'
import { Refusal } from '../ui/States.tsx'

/** Removes a stated value; the toast takes it back. */
export function useRemoval(onDone?: () => void) {
  const today = useToday()
  return useChange(deleteValue, {
    words: ({ date }) => `The value of ${dayInSentence(date, today)} is removed`,
    ...(onDone && { onDone }),
  })
}

/** The stated values of an account, the latest first, each with the change since the one before. */
export function ValueList({
  account,
  values,
  onEdit,
}: {
  account: Account
  values: readonly Value[]
  onEdit: (value: Value) => void
}) {
  const today = useToday()
  const removal = useRemoval()
  return (
    <Card className="mb-4">
      <table aria-label="Stated values" className="w-full text-table">
        <thead>
          <tr className="h-10 border-b border-line text-caption text-text-2 [&>th]:px-2 [&>th]:font-medium">
            <th scope="col" className="text-left">
              <span className="pl-2">Day</span>
            </th>
            <th scope="col" className="text-left max-sm:hidden">
              Stated
            </th>
            <th scope="col" className="text-right">
              {account.type === 'liability' ? 'Owed' : 'Worth'}
            </th>
            <th scope="col" className="text-right max-sm:hidden">
              Change
            </th>
            <th scope="col" className="w-11 sm:w-20 sm:touch:w-24">
              <span className="sr-only">Change or remove it</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {values.map((value) => (
            <Row
              key={value.date}
              value={value}
              today={today}
              onEdit={() => onEdit(value)}
              onRemove={() => void removal.send({ params: { id: account.id, date: value.date } })}
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

const Row = ({
  value: { date, amount, change, currency_id, notes },
  today,
  onEdit,
  onRemove,
}: {
  value: Value
  today: string
  onEdit: () => void
  onRemove: () => void
}) => (
  <tr className="border-b border-line last:border-0 [&>td]:px-2 [&>th]:px-2">
    <th scope="row" className="py-2 text-left font-normal">
      <span className="pl-2 whitespace-nowrap">{dayText(date)}</span>
      {notes && <span className="block truncate pl-2 text-caption text-text-3 sm:hidden">{notes}</span>}
    </th>
    <td className="max-w-0 truncate text-text-2 max-sm:hidden" title={notes ?? undefined}>
      {notes ? `“${notes}”` : ''}
    </td>
    <td className="text-right font-medium">
      <Money amount={amount} currency={currency_id} />
      {change !== null && (
        <span className="block text-caption font-normal text-text-2 sm:hidden">
          <Money amount={change} currency={currency_id} variant="change" />
        </span>
      )}
    </td>
    <td className="text-right max-sm:hidden">
      {change === null ? (
        <span className="text-text-3">–</span>
      ) : (
        <Money amount={change} currency={currency_id} variant="change" />
      )}
    </td>
    <td className="text-right whitespace-nowrap">
      <IconButton label={`Change the value of ${dayInSentence(date, today)}`} onClick={onEdit}>
        <Pencil size={15} />
      </IconButton>
      <IconButton
        className="max-sm:hidden"
        label={`Remove the value of ${dayInSentence(date, today)}`}
        onClick={onRemove}
      >
        <Trash2 size={15} />
      </IconButton>
    </td>
  </tr>
)
