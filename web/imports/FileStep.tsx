import { useNavigate } from '@tanstack/react-router'
import { FileText, Trash2 } from 'lucide-react'
import { deleteImport, type Import, updateImport } from '../../contract/imports.ts'
import { t } from '../../words/t.ts'
import { useChange } from '../api/change.ts'
import { useAddress } from '../page/address.ts'
import { useToday } from '../page/me.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { IconTile } from '../ui/icons.tsx'
import { moneyText } from '../ui/money.ts'
import { Refusal } from '../ui/States.tsx'
import { typeset } from '../ui/wording.ts'
import { AccountChoice } from './AccountChoice.tsx'
import { AsRead } from './AsRead.tsx'
import { hasColumns, isOfChosenAccount, needsAccount } from './import-steps.ts'
import { extentWords, formatWords } from './import-words.ts'
import { Progress } from './Progress.tsx'
import { withCommas } from './said/commas.ts'

/** The file: its format, the progress of reading it, and its account, unless that is being found out. */
export function FileStep({
  file,
  lastId,
  alike,
  isFinding,
}: {
  file: Import
  /** The account of the same file when it was recorded before, and undone. */
  lastId: string | null
  /** A recorded file with the same headings: its account is chosen already, and one press goes on. */
  alike: Import | null
  isFinding: boolean
}) {
  const { open } = useAddress()
  const navigate = useNavigate()
  const today = useToday()
  const change = useChange(updateImport)
  const removal = useChange(deleteImport, {
    words: t('{file} is removed', { file: file.filename }),
    onDone: () => void navigate({ to: '/imports' }),
  })
  const isReady = file.status === 'ready'
  const choose = async (account_id: string) => {
    const done = await change.send({ params: { id: file.id }, body: { account_id } })
    if (done && needsAccount(file)) open({ step: undefined }) // to where a person is needed next
  }
  const isOfOne = isOfChosenAccount(file)
  // The account may have been why the same file was undone.
  const likely = isReady && needsAccount(file) && !isFinding && lastId === null ? alike : null
  const end = isOfOne ? file.balances.toSorted((a, b) => (a.date < b.date ? 1 : -1))[0] : undefined
  return (
    <Card className="flex flex-col gap-4 p-5 max-sm:p-4">
      <div className="flex items-center gap-3">
        <IconTile icon={FileText} size="large" />
        <div className="min-w-0">
          <p className="truncate font-semibold">{file.filename}</p>
          <p className="text-table text-text-2">
            {withCommas([
              ...(file.format ? [formatWords[file.format]()] : []),
              ...(isReady ? [extentWords(file, today)] : []),
              ...(end ? [t('ends with {amount}', { amount: moneyText(end.file, end.currency_id) })] : []),
            ])}
          </p>
        </div>
        <Button
          look="quiet"
          className="ms-auto"
          icon={<Trash2 size={15} />}
          isBusy={removal.isBusy}
          onClick={() => void removal.send({ params: { id: file.id } })}
        >
          <span className="max-sm:sr-only">{t('Remove')}</span>
        </Button>
      </div>
      {file.status === 'reading' && (
        <div>
          <p role="status" className="mb-1.5 text-table text-text-2">
            {t('Florin reads the file and compares it with your books. You may leave meanwhile.')}
          </p>
          <Progress label={t('Reading the file')} share={file.progress} />
        </div>
      )}
      {file.status === 'failed' && (
        <Refusal
          title={file.fault === null ? t('The file cannot be read.') : typeset(file.fault)}
          actions={
            <>
              <ButtonLink to="/imports" look="primary">
                {t('Choose another file')}
              </ButtonLink>
              {hasColumns(file) && (
                <Button onClick={() => open({ step: 'columns' })}>{t('Correct the columns')}</Button>
              )}
            </>
          }
        >
          {t(
            'Nothing of it is in your books. Export the file from your bank once more, or choose another format there: CSV, OFX, CAMT and MT940 work best.',
          )}
        </Refusal>
      )}
      {isReady && isOfOne && needsAccount(file) && !isFinding && file.needs.length === 0 && (
        <AsRead id={file.id} limit={3} sort="-date" />
      )}
      {isFinding && (
        <p role="status" className="text-table text-text-2">
          {t('Florin is finding out which account it is from.')}
        </p>
      )}
      {isReady && isOfOne && !isFinding && (
        <AccountChoice
          label={t('Which account is this file from?')}
          value={file.account_id}
          lastId={lastId}
          likely={likely}
          isAsked={needsAccount(file)}
          isBusy={change.isBusy}
          hint={
            needsAccount(file)
              ? t('The file does not say it. Florin remembers it for the next one.')
              : undefined
          }
          onChange={(account_id) => void choose(account_id)}
        />
      )}
      {change.sentence && <Refusal title={change.sentence} />}
      <div className="flex flex-wrap justify-end gap-2 empty:hidden">
        {isReady && hasColumns(file) && !needsAccount(file) && (
          <Button onClick={() => open({ step: 'columns' })}>{t('Columns')}</Button>
        )}
        {isReady && (likely?.account_id || !needsAccount(file)) && (
          <Button
            look="primary"
            isBusy={change.isBusy}
            onClick={() => (likely?.account_id ? void choose(likely.account_id) : open({ step: 'check' }))}
          >
            {t('Check the rows')}
          </Button>
        )}
      </div>
      {removal.sentence && <Refusal title={removal.sentence} />}
    </Card>
  )
}
