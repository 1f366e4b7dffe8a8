import { Link } from '@tanstack/react-router'
import { deleteContact } from '../../contract/contacts.ts'
import { useChange } from '../api/change.ts'
import { Button } from '../ui/Button.tsx'
import { countText } from '../ui/locale.ts'
import { Popup } from '../ui/Popup.tsx'
import { Refusal } from '../ui/States.tsx'
import { kindWord, routesOfTrash, type Trashed } from './trash.ts'

const whatGoes: Readonly<Record<string, string>> = {
  obligation: 'The debt goes with its payments and everything written about it.',
  contact: 'The name, the phone number, the e-mail address and the notes go.',
  category: 'The category goes, and the ledger account behind it.',
  account: 'The account goes with its name and number.',
  plan: 'The plan goes. What it recorded stays.',
}

/** Asks before the only action in the book that cannot be undone. */
export function ForGood({ row, onClose }: { row: Trashed; onClose: () => void }) {
  const { remove } = routesOfTrash[row.resource] ?? { remove: deleteContact } // only rows with routes are asked about
  const change = useChange(remove, {
    words: `${row.title} is gone for good`,
    isFinal: true,
    onDone: onClose,
  })
  return (
    <Popup
      title={`Delete ${row.title} for good?`}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Keep it in the trash</Button>
          <Button
            look="danger"
            isBusy={change.isBusy}
            onClick={() => void change.send({ params: { id: row.id }, query: { forever: true } })}
          >
            Delete for good
          </Button>
        </>
      }
    >
      <p className="text-table text-text-2">
        {whatGoes[row.resource] ??
          `The ${kindWord(row.resource).toLowerCase()} goes with ${row.amount ? 'its amount, its notes and its tags' : 'everything written about it'}.`}{' '}
        It is erased everywhere, from the activity too: only that something was deleted stays. Nothing brings
        it back.
      </p>
      {change.refusal && (
        <div className="mt-4">
          {change.refusal.code === 'in_use' ? (
            <Refusal
              title={`${count(Number(change.refusal.params.count))} to it, those in the trash included.`}
              actions={
                row.resource === 'category' || row.resource === 'contact' ? (
                  <Link
                    to="/transactions"
                    search={{ [`${row.resource}_id`]: row.id }}
                    className="font-medium text-accent hover:underline"
                  >
                    Show its transactions
                  </Link>
                ) : undefined
              }
            >
              It can stay in the trash, where nobody sees it.
            </Refusal>
          ) : (
            <Refusal title={change.refusal.detail} />
          )}
        </div>
      )}
      {!change.refusal && change.sentence && (
        <div className="mt-4">
          <Refusal title={change.sentence} />
        </div>
      )}
    </Popup>
  )
}

const count = (records: number) =>
  records === 1 ? 'One record refers' : `${countText(records)} records refer`
