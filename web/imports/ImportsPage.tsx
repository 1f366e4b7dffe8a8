import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { listImports } from '../../contract/imports.ts'
import { t } from '../../words/t.ts'
import { useMoneyAccounts } from '../accounts/AccountPicker.tsx'
import { usePages } from '../api/ask.ts'
import { Loaded } from '../api/Loaded.tsx'
import { useAddress } from '../page/address.ts'
import { Card, PageHeading } from '../ui/Card.tsx'
import { More } from '../ui/More.tsx'
import { Needs } from '../ui/Needs.tsx'
import { AccountChoice } from './AccountChoice.tsx'
import { ChooseFile } from './ChooseFile.tsx'
import { DropFiles } from './DropFiles.tsx'
import { onlyAccount } from './guess-account.ts'
import { takeFiles } from './handover.ts'
import { OpenImports, RecordedImports } from './ImportList.tsx'
import { ComingFrom } from './moving/ComingFrom.tsx'
import { programOf } from './moving/programs.ts'
import { Steps } from './Steps.tsx'
import { Uploads } from './Uploads.tsx'
import { useUploads } from './use-uploads.ts'

/** The first step of an import, the file; above it the imports that are under way, below it those that were recorded. */
export function ImportsPage() {
  const { search, filter } = useAddress()
  const navigate = useNavigate()
  const query = usePages(listImports, { query: { limit: 50 } })
  const accounts = useMoneyAccounts()
  const chosen = search.account_id
  const program = programOf(search.from)
  // A file with accounts of its own belongs to none of the book's.
  const isOfAccount = !program || program.isOfAccount === true
  const sending = useUploads(([first]) => {
    if (first) void navigate({ to: '/imports/$id', params: { id: first.id } })
  })
  const start = (files: readonly File[]) =>
    sending.start(files, (filename) =>
      isOfAccount ? (chosen ?? onlyAccount(filename, accounts)) : undefined,
    )
  useHandedOver(query.rows !== undefined || query.isError, start)
  return (
    <>
      <PageHeading title={t('Import')} end={<Steps at="file" canGo={() => false} />}>
        {t('Import a file')}
      </PageHeading>
      {query.rows && <OpenImports imports={query.rows} />}
      <Needs right="write" otherwise={<CannotImport />}>
        <DropFiles onFiles={start} />
        <Card className="mb-6 flex flex-col gap-5 p-5 max-sm:p-4">
          <ComingFrom id={search.from} />
          <ChooseFile onFiles={start} />
          <Uploads {...sending} />
          {isOfAccount && (
            <AccountChoice
              label={t('Which account is this file from?')}
              value={chosen ?? onlyAccount('', accounts) ?? null}
              hint={t('You can leave this empty: Florin asks if the file does not say.')}
              onChange={(account_id) => filter({ account_id })}
            />
          )}
        </Card>
      </Needs>
      <Loaded query={{ data: query.rows, error: query.error, refetch: query.refetch as never }}>
        {(rows) => <RecordedImports imports={rows} />}
      </Loaded>
      {query.hasNextPage && (
        <More isBusy={query.isFetchingNextPage} onMore={() => void query.fetchNextPage()} />
      )}
    </>
  )
}

const CannotImport = () => (
  <p className="mb-6 text-table text-text-2">
    {t('You cannot record in this book, so no file can be imported by you. An owner or an editor can.')}
  </p>
)

/** Files that were dropped on another page are sent as soon as it is known which account they may be of. */
function useHandedOver(isReady: boolean, start: (files: readonly File[]) => void): void {
  const [files] = useState(takeFiles)
  const isStarted = useRef(false)
  const latest = useRef(start)
  useEffect(() => {
    latest.current = start
  })
  useEffect(() => {
    if (!isReady || isStarted.current || files.length === 0) return
    isStarted.current = true
    latest.current(files)
  }, [isReady, files])
}
