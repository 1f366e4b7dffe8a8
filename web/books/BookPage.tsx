import { Plus, UsersRound } from 'lucide-react'
import { exportBook } from '../../contract/books.ts'
import { listTransactions } from '../../contract/budgeting.ts'
import { DownloadSheet, fileAddress } from '../api/DownloadList.tsx'
import { shownAddress } from '../api/page-book.ts'
import { useBook } from '../page/me.ts'
import { openNewBook } from '../page/opened.ts'
import { SettingsCard, SettingsFrame } from '../page/Settings.tsx'
import { Button, PlainLink } from '../ui/Button.tsx'
import { BookFacts } from './BookFacts.tsx'
import { BookLife } from './BookLife.tsx'
import { Closing } from './Closing.tsx'

export const BookPage = () => (
  <SettingsFrame
    title="Book"
    end={
      <>
        <PlainLink href={shownAddress('/settings/members')} icon={<UsersRound size={15} />}>
          Members
        </PlainLink>
        <Button icon={<Plus size={15} />} onClick={openNewBook}>
          New book
        </Button>
      </>
    }
  >
    <BookFacts />
    <Closing />
    <TakeOut />
    <Seal />
    <BookLife />
  </SettingsFrame>
)

const programs = Object.entries({
  json: 'Florin (JSON)',
  hledger: 'hledger',
  ledger: 'Ledger',
  beancount: 'Beancount',
})

/** The whole book as a file that other programs can read. */
const TakeOut = () => (
  <SettingsCard
    title="Take it with you"
    words="The whole book for a spreadsheet, a sheet for each kind of record, or all transactions in eight columns. Or one file for another Florin, which takes it over as it is, or for other bookkeeping programs. A list has a download of its own, at its top."
  >
    <div className="flex flex-wrap gap-2">
      <PlainLink download href={fileAddress(exportBook, { format: 'xlsx' })}>
        Spreadsheet (XLSX)
      </PlainLink>
      <DownloadSheet route={listTransactions} query={{ sort: 'date' }}>
        Transactions (CSV)
      </DownloadSheet>
      {programs.map(([format, name]) => (
        <PlainLink download key={format} href={fileAddress(exportBook, { format })}>
          {name}
        </PlainLink>
      ))}
    </div>
  </SettingsCard>
)

/** The proof that nobody has altered the history: a kept copy shows it later. */
const Seal = () => {
  const { seal } = useBook()
  return (
    <SettingsCard
      title="Seal of the history"
      words={`Your book has ${seal.version} versions. If you keep this text, it shows later whether anything up to that version was altered.`}
    >
      <details>
        <summary className="min-h-6 cursor-pointer text-table font-medium text-accent">Show the seal</summary>
        <p className="mt-2 font-mono text-caption break-all text-text-2">{seal.hash}</p>
      </details>
    </SettingsCard>
  )
}
