import { Link } from '@tanstack/react-router'
import { deleteContact } from '../../contract/contacts.ts'
import { t } from '../../words/t.ts'
import { useChange } from '../api/change.ts'
import { Button } from '../ui/Button.tsx'
import { Popup } from '../ui/Popup.tsx'
import { Refusal } from '../ui/States.tsx'
import { routesOfTrash, type Trashed } from './trash.ts'

const whatGoes: Readonly<Record<string, () => string>> = {
  expense: () => t('The expense goes with its amount, its notes and its tags.'),
  income: () => t('The income goes with its amount, its notes and its tags.'),
  transfer: () => t('The transfer goes with its amount, its notes and its tags.'),
  obligation: () => t('The debt goes with its payments and everything written about it.'),
  contact: () => t('The name, the phone number, the e-mail address and the notes go.'),
  category: () => t('The category goes, and the ledger account behind it.'),
  account: () => t('The account goes with its name and number.'),
  plan: () => t('The plan goes. What it recorded stays.'),
  goal: () => t('The goal goes with everything written about it.'),
  import_rule: () => t('The rule goes with everything written about it.'),
}

/** Asks before the only action in the book that cannot be undone. */
export function ForGood({ row, onClose }: { row: Trashed; onClose: () => void }) {
  const { remove } = routesOfTrash[row.resource] ?? { remove: deleteContact } // only rows with routes are asked about
  const change = useChange(remove, {
    words: t('{record} is gone for good', { record: row.title }),
    isFinal: true,
    onDone: onClose,
  })
  return (
    <Popup
      title={t('Delete {record} for good?', { record: row.title })}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('Keep it in the trash')}</Button>
          <Button
            look="danger"
            isBusy={change.isBusy}
            onClick={() => void change.send({ params: { id: row.id }, query: { forever: true } })}
          >
            {t('Delete for good')}
          </Button>
        </>
      }
    >
      <p className="text-table text-text-2">
        {whatGoes[row.resource]?.() ?? t('It goes with everything written about it.')}{' '}
        {t(
          'It is erased everywhere, from the activity too: only that something was deleted stays. Nothing brings it back.',
        )}
      </p>
      {change.refusal && (
        <div className="mt-4">
          {change.refusal.code === 'in_use' ? (
            <Refusal
              title={inUseText(Number(change.refusal.params.count))}
              actions={
                row.resource === 'category' || row.resource === 'contact' ? (
                  <Link
                    to="/transactions"
                    search={{ [`${row.resource}_id`]: row.id }}
                    className="font-medium text-accent hover:underline"
                  >
                    {t('Show its transactions')}
                  </Link>
                ) : undefined
              }
            >
              {t('It can stay in the trash, where nobody sees it.')}
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

const inUseText = (count: number) =>
  t(
    '{count, plural, one {One record refers to it, those in the trash included.} other {# records refer to it, those in the trash included.}}',
    { count },
  )
