import { BookOpen, History as HistoryIcon } from 'lucide-react'
import { useState } from 'react'
import type { Transaction } from '../../../contract/budgeting.ts'
import { History } from '../../changes/History.tsx'
import { useToday } from '../../page/me.ts'
import { usePeople } from '../../page/people.ts'
import { momentText } from '../../ui/dates.ts'
import { counted } from '../../ui/wording.ts'
import { InTheBooks } from './InTheBooks.tsx'
import { Section } from './Section.tsx'

/** The postings and the history of a transaction. */
export function BooksAndHistory({ transaction }: { transaction: Transaction }) {
  const today = useToday()
  const { isShared, personOf } = usePeople()
  const who = isShared && transaction.created_by ? `${personOf(transaction.created_by).short} ` : ''
  const [open, setOpen] = useState<'books' | 'history'>()
  const toggle = (what: 'books' | 'history') => setOpen(open === what ? undefined : what)
  return (
    <>
      <Section
        icon={<BookOpen size={16} />}
        title="In the books"
        note={counted(transaction.lines.length / 2, 'entry', 'entries')}
        isOpen={open === 'books'}
        onToggle={() => toggle('books')}
      >
        <InTheBooks transaction={transaction} />
      </Section>
      <Section
        icon={<HistoryIcon size={16} />}
        title="History"
        note={`${who}added ${momentText(transaction.created_at, today).replace(/^(Today|Yesterday)/, (day) => day.toLowerCase())}`}
        isOpen={open === 'history'}
        onToggle={() => toggle('history')}
      >
        <History id={transaction.id} />
      </Section>
    </>
  )
}
