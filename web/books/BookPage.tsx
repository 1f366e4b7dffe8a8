import { FileJson, FileSpreadsheet, Plus, UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { exportBook } from '../../contract/books.ts'
import { listTransactions } from '../../contract/budgeting.ts'
import { t } from '../../words/t.ts'
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
    title={t('Book [of accounts]')}
    end={
      <>
        <PlainLink href={shownAddress('/settings/members')} icon={<UsersRound size={15} />}>
          {t('Members')}
        </PlainLink>
        <Button icon={<Plus size={15} />} onClick={openNewBook}>
          {t('New book')}
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

/** Programs by their names, and what their formats are called. */
const programs = { hledger: 'hledger', Ledger: 'ledger', Beancount: 'beancount' }

/** The whole book as a file: for people, for another Florin, and for other programs. */
const TakeOut = () => (
  <SettingsCard
    title={t('Take it with you')}
    words={t('Everything in this book is yours. A list has a download of its own, at its top.')}
  >
    <dl className="divide-y divide-line border-t border-line">
      <Kind
        name={t('For a spreadsheet')}
        words={t('Everything, a sheet for each kind of record; or all transactions in eight columns.')}
      >
        <PlainLink
          download
          href={fileAddress(exportBook, { format: 'xlsx' })}
          icon={<FileSpreadsheet size={15} aria-hidden />}
        >
          {t('Spreadsheet (XLSX)')}
        </PlainLink>
        <DownloadSheet route={listTransactions} query={{ sort: 'date' }}>
          {t('Transactions (CSV)')}
        </DownloadSheet>
      </Kind>
      <Kind name={t('For another Florin')} words={t('One file, which another Florin takes over as it is.')}>
        <PlainLink
          download
          href={fileAddress(exportBook, { format: 'json' })}
          icon={<FileJson size={15} aria-hidden />}
        >
          {t('Florin (JSON)')}
        </PlainLink>
      </Kind>
      <Kind
        name={t('For bookkeeping programs')}
        words={t('A journal that they read and add up to the same figures.')}
      >
        {Object.entries(programs).map(([name, format]) => (
          <PlainLink download key={format} href={fileAddress(exportBook, { format })}>
            {name}
          </PlainLink>
        ))}
      </Kind>
    </dl>
  </SettingsCard>
)

/** One purpose of a file: for whom it is, and its downloads. */
const Kind = ({ name, words, children }: { name: string; words: string; children: ReactNode }) => (
  <div className="grid grid-cols-1 gap-x-6 gap-y-2 py-3 last:pb-0 sm:grid-cols-[1fr_auto] sm:items-center">
    <dt>
      <span className="block font-medium">{name}</span>
      <span className="block text-table text-text-2">{words}</span>
    </dt>
    <dd className="flex flex-wrap gap-2 sm:justify-end">{children}</dd>
  </div>
)

/** The proof that nobody has altered the history: a kept copy shows it later. */
const Seal = () => {
  const { seal } = useBook()
  return (
    <SettingsCard
      title={t('Seal of the history')}
      words={t(
        '{count, plural, one {Your book has {count} versions. If you keep this text, it shows later whether anything up to that version was altered.} other {Your book has {count} versions. If you keep this text, it shows later whether anything up to that version was altered.}}',
        { count: seal.version },
      )}
    >
      <details>
        <summary className="min-h-6 cursor-pointer text-table font-medium text-accent">
          {t('Show the seal')}
        </summary>
        <p className="mt-2 font-mono text-caption break-all text-text-2">{seal.hash}</p>
      </details>
    </SettingsCard>
  )
}
