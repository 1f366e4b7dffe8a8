import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { commitImport, deleteImport, getImport, type Import, listImportRows } from '../../contract/imports.ts'
import { t } from '../../words/t.ts'
import { cache } from '../api/ask.ts'
import { send, useChange } from '../api/change.ts'
import { useAddress } from '../page/address.ts'
import { useBook } from '../page/me.ts'
import { Button } from '../ui/Button.tsx'
import { rich } from '../ui/rich.ts'
import { Refusal } from '../ui/States.tsx'
import { Foot } from './Foot.tsx'
import { hasColumns } from './import-steps.ts'
import { endWords, footWords, leftOutWords, otherCurrency, putAwayWords } from './import-words.ts'
import { bringsWords } from './moving/moved.ts'
import { RefusedRow } from './RefusedRow.tsx'
import type { Decide } from './use-decide.ts'
import { addressOfTab, type RowTab } from './verdict-words.ts'

/** The outcome of the import in words, and the button that starts it. */
export function CheckFoot({ file, decide }: { file: Import; decide: Decide }) {
  const { open, filter } = useAddress()
  const navigate = useNavigate()
  const { counts } = file
  // The last step says what was added, and has Undo: a message would say both once more.
  const commit = useChange(commitImport, {
    onDone: () => filter({ step: 'done', ...addressOfTab('all'), q: undefined }),
  })
  const [isWaiting, setWaiting] = useState(false)
  const [isStopped, setStopped] = useState(false)
  const add = async () => {
    setStopped(false)
    setWaiting(true)
    const isAnswered = await decide.answered()
    setWaiting(false)
    if (!isAnswered) return setStopped(true)
    if (await commit.send({ params: { id: file.id } })) return
    // A refusal may come with new verdicts, which the service has found meanwhile.
    void cache.invalidateQueries({ queryKey: [getImport.path] })
    void cache.invalidateQueries({ queryKey: [listImportRows.path] })
  }
  const { added, here, out, waits, unreadable } = footWords(counts)
  const beside = bringsWords(file.brings)
  const base = useBook().base_currency_id
  const other = otherCurrency(file, base)
  const isBesideAlone = beside !== '' && counts.chosen === 0
  const end = beside ? undefined : endWords(counts)
  /** A part of the sentence that leads to its rows. */
  const wayTo = (tab: RowTab, words: string) => (
    <button
      key={tab}
      type="button"
      onClick={() => filter({ ...addressOfTab(tab), q: undefined })}
      className="rounded-[4px] font-semibold text-warn hover:underline"
    >
      {words}
    </button>
  )
  return (
    <div>
      <Foot
        words={
          <>
            {shownWithCommas([
              <b key="added" className="font-semibold">
                {isBesideAlone ? t('{things} will be added', { things: beside }) : added}
              </b>,
              ...(here ? [here] : []),
              ...(out ? [out] : []),
              ...(waits ? [wayTo('look', waits)] : []),
              ...(unreadable ? [wayTo('invalid', unreadable)] : []),
            ])}
            {beside && !isBesideAlone && (
              <span className="block text-table text-text-2">{t('And {things}.', { things: beside })}</span>
            )}
            {other && (
              <span className="block text-table">
                {rich(
                  'The file is in {currency}, and this book is kept in {base}, so each row needs an exchange rate. If you think in {currency}, <link>make it the currency of the book</link> and send the file again.',
                  { currency: other, base, link: settingsOfBook },
                )}
              </span>
            )}
            {leftOutWords(file, false).map((words) => (
              <span key={words} className="block text-table text-text-2">
                {words}
              </span>
            ))}
          </>
        }
        refusal={
          commit.refusal?.code === 'row_refused' ? (
            <RefusedRow file={file} refusal={commit.refusal} decide={decide} onDone={commit.clear} />
          ) : isStopped ? (
            <Refusal
              title={t(
                'Nothing was added: one of your last choices could not be kept. Look at the rows again.',
              )}
            />
          ) : (
            commit.sentence && (
              <Refusal
                title={commit.sentence}
                actions={
                  commit.refusal?.code === 'import_changed' && (
                    <Button
                      onClick={() => {
                        commit.clear()
                        filter({ ...addressOfTab('all'), q: undefined })
                      }}
                    >
                      {t('Look at the rows again')}
                    </Button>
                  )
                }
              />
            )
          )
        }
        note={end ? t('{outcome}.', { outcome: end }) : t('You can undo the whole import later.')}
        onBack={() => open({ step: hasColumns(file) ? 'columns' : 'file' })}
      >
        {end ? (
          <Button
            look="primary"
            onClick={() => {
              const words = putAwayWords(counts)
              void send(deleteImport, { params: { id: file.id } }, { words, isFinal: true })
              void navigate({ to: '/imports' })
            }}
          >
            {t('Put the file away')}
          </Button>
        ) : (
          <Button look="primary" isBusy={isWaiting || commit.isBusy} onClick={() => void add()}>
            {isBesideAlone
              ? t('Add {things}', { things: beside })
              : t('{count, plural, one {Add # transaction} other {Add # transactions}}', {
                  count: counts.chosen,
                })}
          </Button>
        )}
      </Foot>
    </div>
  )
}

const settingsOfBook = (words: ReactNode) => (
  <Link to="/settings/book" className="font-medium text-accent hover:underline">
    {words}
  </Link>
)

/** As `withCommas`, for parts that are more than text. */
const shownWithCommas = (parts: readonly ReactNode[]): ReactNode =>
  parts.reduce((first, next) => rich('{first}, {next}', { first, next }))
