import { BookOpen, History as HistoryIcon } from 'lucide-react'
import { useState } from 'react'
import type { Transaction } from '../../../contract/budgeting.ts'
import { t } from '../../../words/t.ts'
import { History } from '../../changes/History.tsx'
import { useToday } from '../../page/me.ts'
import { usePeople } from '../../page/people.ts'
import { momentInSentence } from '../../ui/dates.ts'
import { InTheBooks } from './InTheBooks.tsx'
import { Section } from './Section.tsx'

/** The postings and the history of a transaction. */
export function BooksAndHistory({ transaction }: { transaction: Transaction }) {
  const today = useToday()
  const { isShared, personOf } = usePeople()
  const moment = momentInSentence(transaction.created_at, today)
  const added =
    isShared && transaction.created_by
      ? t('{person} added {moment} [it]', { person: personOf(transaction.created_by).short, moment })
      : t('added {moment}', { moment })
  const [open, setOpen] = useState<'books' | 'history'>()
  const toggle = (what: 'books' | 'history') => setOpen(open === what ? undefined : what)
  return (
    <>
      <Section
        icon={<BookOpen size={16} />}
        title={t('In the books')}
        note={t('{count, plural, one {# entry} other {# entries}}', { count: transaction.lines.length / 2 })}
        isOpen={open === 'books'}
        onToggle={() => toggle('books')}
      >
        <InTheBooks transaction={transaction} />
      </Section>
      <Section
        icon={<HistoryIcon size={16} />}
        title={t('History')}
        note={added}
        isOpen={open === 'history'}
        onToggle={() => toggle('history')}
      >
        <History id={transaction.id} />
      </Section>
    </>
  )
}
