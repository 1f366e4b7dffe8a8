import { t } from '../../../words/t.ts'
import { Segmented } from '../../ui/Segmented.tsx'
import { Sideways } from '../../ui/Sideways.tsx'
import { type EntryKind, needsContact } from './reading.ts'

type OfKind = { kind: EntryKind; onKind: (kind: EntryKind) => void }

/** The kinds of entry on the phone's page; everything about debts is one of them. */
export const AddTabs = ({ kind, onKind }: OfKind) => (
  <Sideways className="-m-1 p-1">
    <Segmented
      label={t('What happened')}
      value={needsContact(kind) ? 'lent' : kind === 'refund' ? 'spent' : kind}
      options={[
        { value: 'spent', label: kind === 'refund' ? t('Refund') : t('Spent [kind of entry]') },
        { value: 'got', label: t('Got [kind of entry]') },
        { value: 'moved', label: t('Moved [kind of entry]') },
        { value: 'lent', label: t('Owed [kind of entry]') },
      ]}
      onChange={onKind}
    />
  </Sideways>
)

/** Who owes whom, of an entry about a debt. */
export const DebtTabs = ({ kind, onKind }: OfKind) => (
  <Sideways className="-m-1 shrink-0 p-1">
    <Segmented
      label={t('Who owes whom')}
      value={kind}
      options={[
        { value: 'lent', label: t('I lent') },
        { value: 'borrowed', label: t('I borrowed') },
        { value: 'owe', label: t('I owe') },
        { value: 'paid me back', label: t('Got paid') },
        { value: 'paid back', label: t('I paid') },
      ]}
      onChange={onKind}
    />
  </Sideways>
)
