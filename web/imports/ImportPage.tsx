import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { getImport, type Import, listImportRows, listImports } from '../../contract/imports.ts'
import { t } from '../../words/t.ts'
import { asking, cache, useAsk } from '../api/ask.ts'
import { Loaded } from '../api/Loaded.tsx'
import { useAddress } from '../page/address.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { PageHeading } from '../ui/Card.tsx'
import { lazily } from '../ui/lazily.tsx'
import { CheckStep } from './CheckStep.tsx'
import { DoneStep } from './DoneStep.tsx'
import { DropFiles } from './DropFiles.tsx'
import { FileStep } from './FileStep.tsx'
import { undoneAccount } from './guess-account.ts'
import { useImportFiles } from './handover.ts'
import { hasColumns, type ImportStep, importStep, needsAccount } from './import-steps.ts'
import { Steps } from './Steps.tsx'
import { useProvenAccount } from './use-proven-account.ts'
import { WholeBook } from './WholeBook.tsx'

const ColumnsStep = lazily(async () => (await import('./ColumnsStep.tsx')).ColumnsStep)

const ASK_AGAIN_MS = 400

/** An import, step by step. */
export function ImportPage() {
  const { id = '' } = useParams({ strict: false })
  const query = useQuery({
    ...asking(getImport, { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.status === 'reading' ? ASK_AGAIN_MS : false),
  })
  return <Loaded query={query}>{(file) => <Shown key={file.id} file={file} />}</Loaded>
}

function Shown({ file }: { file: Import }) {
  const { search, filter } = useAddress()
  const { data: others } = useAsk(listImports, { query: { limit: 50 } })
  const step = importStep(file, search.step)
  const [first] = useState(step)
  const { isFinding, alike } = useProvenAccount(file, others?.data)
  // A file without an account goes on by itself as soon as it has one.
  const isSettled = others !== undefined && !isFinding && !needsAccount(file)
  useStepInAddress(file, step, isSettled, search.step, (to) => filter({ step: to }))
  useFreshRows(file)
  const canGo = (to: ImportStep) =>
    file.status === 'ready' &&
    to !== 'done' &&
    (to === 'file' || (!needsAccount(file) && (to === 'check' ? file.needs.length === 0 : hasColumns(file))))
  const importFiles = useImportFiles()
  return (
    <>
      <DropFiles onFiles={importFiles} />
      <PageHeading
        title={t('Import {file}', { file: file.filename })}
        end={
          <>
            <Steps at={step} canGo={canGo} />
            {(step === 'columns' || step === 'check') && <Leave />}
          </>
        }
      >
        <span className="truncate">{t('Import {file}', { file: file.filename })}</span>
      </PageHeading>
      {step === 'file' && (
        <FileStep
          file={file}
          lastId={undoneAccount(file, others?.data ?? [])}
          alike={alike}
          isFinding={isFinding}
        />
      )}
      {step === 'columns' && <ColumnsStep file={file} />}
      {step === 'check' && (file.format === 'florin' ? <WholeBook file={file} /> : <CheckStep file={file} />)}
      {step === 'done' && <DoneStep file={file} others={others?.data ?? []} isJustDone={first !== 'done'} />}
    </>
  )
}

/** The way out of steps whose foot takes the place of a phone's tabs. The file waits where it is. */
const Leave = () => (
  <ButtonLink
    to="/imports"
    look="quiet"
    aria-label={t('Leave it for later')}
    title={t('Leave it for later')}
    icon={<X size={18} aria-hidden />}
    className="-me-2 px-2 sm:hidden"
  />
)

/** The step that a file begins with goes into the address, so that a correction does not leave it by itself. */
function useStepInAddress(
  { status }: Import,
  step: ImportStep,
  isReady: boolean,
  asked: string | undefined,
  write: (step: ImportStep) => void,
): void {
  const latest = useRef(write)
  useEffect(() => {
    latest.current = write
  })
  useEffect(() => {
    if (isReady && status !== 'reading' && asked !== step) latest.current(step)
  }, [isReady, status, asked, step])
}

/** A file that was read again has other rows. */
function useFreshRows({ status }: Import): void {
  const former = useRef(status)
  useEffect(() => {
    if (former.current === 'reading' && status !== 'reading')
      void cache.invalidateQueries({ queryKey: [listImportRows.path] })
    former.current = status
  }, [status])
}
