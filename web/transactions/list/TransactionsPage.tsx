import { FileUp } from 'lucide-react'
import { t } from '../../../words/t.ts'
import { DropFiles } from '../../imports/DropFiles.tsx'
import { useImportFiles } from '../../imports/handover.ts'
import { BookName } from '../../page/BookName.tsx'
import { quickEntryOfPage } from '../../page/quick-entry-opening.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { PageHeading } from '../../ui/Card.tsx'
import { Needs } from '../../ui/Needs.tsx'
import { QuickEntry } from '../entry/QuickEntry.tsx'
import { WaitingEntries } from '../entry/WaitingEntries.tsx'
import { TransactionList } from './TransactionList.tsx'

export const TransactionsPage = () => (
  <>
    <PageHeading
      before={<BookName />}
      end={
        <ButtonLink needs="write" to="/imports" icon={<FileUp size={15} />}>
          {t('Import [verb]')}
        </ButtonLink>
      }
    >
      {t('Transactions')}
    </PageHeading>
    <Needs right="write">
      <Dropped />
    </Needs>
    <QuickEntry inputRef={quickEntryOfPage} className="mb-4 max-sm:hidden" />
    <WaitingEntries />
    <TransactionList />
  </>
)

const Dropped = () => <DropFiles onFiles={useImportFiles()} />
