import { useQuery } from '@tanstack/react-query'
import { Check, Undo2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Import } from '../../contract/imports.ts'
import { listed, t } from '../../words/t.ts'
import { accounts } from '../page/accounts.ts'
import { useToday } from '../page/me.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { classes } from '../ui/classes.ts'
import { rangeInSentence } from '../ui/dates.ts'
import { UNDO_KEYS } from '../ui/keys.ts'
import { useIsPhone } from '../ui/media.ts'
import { remember } from '../ui/undo-steps.ts'
import { AddedCard } from './AddedCard.tsx'
import { BalanceQuestions } from './BalanceQuestions.tsx'
import { leftOutWords } from './import-words.ts'
import { MovedCard } from './moving/MovedCard.tsx'
import { bringsWords, isMoved } from './moving/moved.ts'
import { Repeating } from './Repeating.tsx'
import { StartsMoved } from './StartsMoved.tsx'
import { missedWords, undoImport } from './undo-import.ts'
import { useUnopened } from './use-unopened.ts'
import { isOfThisVisit } from './use-uploads.ts'

/** The recorded rows, and the next steps. */
export function DoneStep({
  file,
  others,
  isJustDone,
}: {
  file: Import
  others: readonly Import[]
  /** Whether it was recorded on this page a moment ago. */
  isJustDone: boolean
}) {
  const { counts, committed_version: version, is_undone } = file
  const isBook = file.format === 'florin'
  // The next of the files that were chosen together. Files that wait from another day are listed where files are chosen.
  const next = others
    .filter((one) => one.status === 'ready' && one.id !== file.id && isOfThisVisit(one))
    .at(-1)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isJustDone) heading.current?.focus() // the button that had the focus is gone
  }, [isJustDone])
  useUndoByKey(file, isJustDone)
  const { data: all } = useQuery(accounts)
  const today = useToday()
  const unopened = useUnopened(file, others)
  const beside = bringsWords(file.brings)
  const left = [
    beside && counts.chosen > 0 && t('Also added: {things}.', { things: beside }),
    counts.duplicate > 0 &&
      t('{count, plural, one {# transaction was here already.} other {# transactions were here already.}}', {
        count: counts.duplicate,
      }),
    counts.invalid > 0 &&
      t('{count, plural, one {# row could not be read.} other {# rows could not be read.}}', {
        count: counts.invalid,
      }),
    ...(isMoved(file) ? [] : leftOutWords(file, true)),
  ].filter((words): words is string => Boolean(words))
  const name = all?.find(({ id }) => id === file.account_id)?.name
  const into =
    name && file.date_from && file.date_to
      ? t('Into {account}, {days}.', {
          account: name,
          days: rangeInSentence(file.date_from, file.date_to, today),
        })
      : undefined
  // On a phone a question about a balance comes before them.
  const isPhone = useIsPhone()
  const buttons = (
    <div className="mt-4 flex flex-wrap gap-2 max-sm:mt-0">
      {next && (
        <ButtonLink look="primary" to="/imports/$id" params={{ id: next.id }} className="max-w-full">
          <span className="truncate">{t('Go on with {file}', { file: next.filename })}</span>
        </ButtonLink>
      )}
      {!is_undone && (
        <ButtonLink
          look={next ? 'secondary' : 'primary'}
          to={isBook ? '/' : '/transactions'}
          search={isBook ? {} : { import_id: file.id }}
        >
          {isBook ? t('Look at it') : counts.chosen === 1 ? t('See it') : t('See them')}
        </ButtonLink>
      )}
      {!is_undone && unopened.length > 0 && (
        <ButtonLink to="/accounts" search={{ open: unopened[0]?.id }}>
          {unopened.length === 1
            ? t('Say its balance')
            : t('Say that of {account}', { account: unopened[0]?.name ?? '' })}
        </ButtonLink>
      )}
      {!next && (
        <ButtonLink look={is_undone ? 'primary' : 'secondary'} to="/imports">
          {t('Import another file')}
        </ButtonLink>
      )}
      {!is_undone && version !== null && <UndoButton file={file} hasKey={isJustDone} />}
    </div>
  )
  return (
    <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        <Card className="p-5 max-sm:p-4">
          <div className="flex items-center gap-3">
            <span
              aria-hidden
              className={classes(
                'grid size-9 shrink-0 place-items-center rounded-full',
                is_undone ? 'bg-tile text-text-2' : 'bg-in-soft text-in',
              )}
            >
              {is_undone ? <Undo2 size={18} strokeWidth={1.75} /> : <Check size={18} strokeWidth={1.75} />}
            </span>
            <h2 ref={heading} tabIndex={-1} className="text-title font-semibold outline-none">
              {is_undone
                ? t('This import was undone')
                : isBook
                  ? t('The book is here')
                  : counts.chosen === 0 && beside
                    ? t('{things} added', { things: beside })
                    : t('{count, plural, one {# transaction added} other {# transactions added}}', {
                        count: counts.chosen,
                      })}
            </h2>
          </div>
          <p className="mt-3 text-table text-text-2">
            {is_undone
              ? [
                  t('Nothing of it is in your books. To import it again, choose the file once more.'),
                  missedWords(file.missed_by),
                ]
                  .filter(Boolean)
                  .join(' ')
              : [
                  into,
                  isBook || counts.chosen === 1
                    ? t('It is one change: Undo takes it back.')
                    : t('They are one change: Undo takes back all of them.'),
                ]
                  .filter(Boolean)
                  .join(' ')}
          </p>
          {!is_undone && (
            <ul className="mt-2 flex flex-col gap-1 text-table text-text-2 empty:hidden">
              {left.map((words) => (
                <li key={words}>{words}</li>
              ))}
              {unopened.length > 0 && (
                <li>
                  {t(
                    '{count, plural, one {The balance of {accounts} counts from nothing until you say what is in it.} other {The balances of {accounts} count from nothing until you say what is in them.}}',
                    { count: unopened.length, accounts: listed(unopened.map(({ name }) => name)) },
                  )}
                </li>
              )}
            </ul>
          )}
          {!is_undone && !isBook && <StartsMoved file={file} />}
          {!is_undone && !isBook && <Repeating importId={file.id} />}
          {!isPhone && buttons}
        </Card>
        {!is_undone && isMoved(file) && <MovedCard file={file} />}
        {!is_undone && !isBook && <BalanceQuestions file={file} />}
        {isPhone && buttons}
      </div>
      {!is_undone && <AddedCard file={file} />}
    </div>
  )
}

/** Makes an import that was just recorded the latest change that Z undoes, once: no message offers it. */
function useUndoByKey(file: Import, isJustDone: boolean): void {
  const isOffered = useRef(false)
  useEffect(() => {
    const { committed_version: version } = file
    if (!isJustDone || version === null || isOffered.current) return
    isOffered.current = true
    remember({ turn: 'undo', version, run: () => undoImport(file) })
  }, [file, isJustDone])
}

/** Takes the import back; just after it was recorded Z does so too. */
const UndoButton = ({ file, hasKey }: { file: Import; hasKey: boolean }) => (
  <Button
    icon={<Undo2 size={15} />}
    onClick={() => void undoImport(file)}
    {...(hasKey ? { shortcut: UNDO_KEYS } : {})}
  >
    {t('Undo')}
  </Button>
)
