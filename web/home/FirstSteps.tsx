import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Check, ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { listDevices } from '../../contract/auth.ts'
import { listImports } from '../../contract/imports.ts'
import type { Overview } from '../../contract/overview.ts'
import { t } from '../../words/t.ts'
import { asking } from '../api/ask.ts'
import { accounts, besides, isCredit, isMoney } from '../page/accounts.ts'
import { useBook } from '../page/me.ts'
import { openQuickEntry } from '../page/quick-entry-opening.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { CardHeading } from '../ui/Card.tsx'
import { classes } from '../ui/classes.ts'
import { useIsPhone } from '../ui/media.ts'
import { exampleAmount } from '../ui/money.ts'
import { hiddenMoneyText } from '../ui/privacy.ts'
import { rich } from '../ui/rich.ts'
import { Skeleton } from '../ui/States.tsx'
import { say } from '../ui/toast.ts'
import { FileWords } from './FileWords.tsx'
import { bringStepsBack, ownText, putStepsAway, type StepName, stepNames, stepsDone } from './first-steps.ts'
import { NextStep } from './NextStep.tsx'
import { PhoneCode } from './PhoneCode.tsx'

/** The first steps, in any order. Each line ticks itself; done ones stay until all are. Beside figures, the next one alone. */
export function FirstSteps({ overview, isList }: { overview: Overview; isList: boolean }) {
  const { id: bookId, base_currency_id: base } = useBook()
  const navigate = useNavigate()
  const onPhone = useIsPhone()
  const [isCodeOpen, setCodeOpen] = useState(false)
  const [isOpened, setOpened] = useState(false)
  const known = useQuery(accounts)
  const imports = useQuery(asking(listImports, { query: { status: 'committed', limit: 1 } }))
  const devices = useQuery(asking(listDevices))
  // Nothing is counted before everything is known: a number that changes at once looks like progress. Without a network it is not waited for.
  const isKnown = [known, imports, devices].every((one) => !one.isLoading || one.failureCount > 0)
  const all = known.data ?? []
  const done: ReadonlySet<StepName> = isKnown
    ? stepsDone({
        accounts: all,
        overview,
        importedCount: imports.data?.data.length ?? 0,
        devices: devices.data?.data ?? [],
        isPhone: onPhone,
      })
    : new Set()
  const doneCount = done.size
  const isDoneAll = doneCount === stepNames.length
  useEffect(() => {
    if (isDoneAll) putStepsAway(bookId)
  }, [isDoneAll, bookId])
  const own = all.filter((account) => isMoney(account) || isCredit(account))
  const { toYou, byYou } = besides(all, base)
  const isOwed = toYou !== 0n || byYou !== 0n
  // The figure of the card beside it, which counts debts between people as well.
  const together = hiddenMoneyText(overview.net_worth.net, base)
  const steps: Record<StepName, { title: string; text: ReactNode; action: string; act: () => void }> = {
    accounts: {
      title: t('Your accounts'),
      text: done.has('accounts') ? ownText(own.length, isOwed, together) : t('What you have today, roughly.'),
      action: done.has('accounts') ? t('Look [verb]') : t('Say it'),
      act: () => void navigate({ to: '/accounts' }),
    },
    entry: {
      title: t('Your first entry'),
      text: done.has('entry')
        ? t('It is in Transactions, with everything you add.')
        : onPhone
          ? t('Tap the amount, then what it was for.')
          : rich('Type <b>{amount} lunch</b> above. It answers while you type.', {
              amount: exampleAmount(base),
              b: (words) => <b className="font-medium text-text">{words}</b>,
            }),
      action: t('Try it'),
      act: () => (onPhone ? void navigate({ to: '/add' }) : openQuickEntry()),
    },
    file: {
      title: t('A file from your bank'),
      text: <FileWords />,
      action: t('Choose a file'),
      act: () => void navigate({ to: '/imports' }),
    },
    budget: {
      title: t('A budget'),
      text: t('One sheet with every category. After a file it knows what you usually spend.'),
      action: t('Open the sheet'),
      act: () => void navigate({ to: '/budgets' }),
    },
    phone: {
      title: t('Florin on your phone'),
      text: onPhone ? t('You have it in your hand.') : t('Scan, sign in, add it to the home screen.'),
      action: t('Show the code'),
      act: () => setCodeOpen(true),
    },
  }
  const next = isKnown ? stepNames.find((name) => !done.has(name)) : undefined
  if (!isKnown) return <Skeleton rows={isList ? 5 : 1} />
  const away = (
    <Button
      onClick={() => {
        putStepsAway(bookId)
        say({
          words: t('The first steps are put away'),
          action: { label: t('Undo'), turn: 'undo', run: bringStepsBack },
        })
      }}
    >
      {t('Put it away')}
    </Button>
  )
  const progress = t('{done, number} of {count, number} [steps]', {
    done: doneCount,
    count: stepNames.length,
  })
  const code = isCodeOpen && <PhoneCode onClose={() => setCodeOpen(false)} />
  if (!isList && !isOpened)
    return (
      <NextStep progress={progress} step={next && steps[next]} onOpen={() => setOpened(true)}>
        {away}
        {code}
      </NextStep>
    )
  return (
    <div className={isList ? undefined : 'pt-4'}>
      <div className="px-4 sm:px-5">
        <CardHeading
          end={
            <span className="flex items-center gap-2 text-table whitespace-nowrap text-text-2">
              <span aria-hidden className="h-1.5 w-16 overflow-hidden rounded-full bg-tile">
                <span
                  className="block h-full bg-fill"
                  style={{ width: `${(100 * doneCount) / stepNames.length}%` }}
                />
              </span>
              {progress}
            </span>
          }
        >
          {rich('To begin with<wide>, in any order</wide>', {
            wide: (words) => <span className="max-sm:hidden">{words}</span>,
          })}
        </CardHeading>
      </div>
      <ol className="mt-2">
        {stepNames.map((name, index) => {
          const { title, text, action, act } = steps[name]
          const isDone = done.has(name)
          return (
            <li
              key={name}
              className={classes(
                'flex items-center gap-3.5 border-b border-line px-4 py-3 max-sm:py-2.5 sm:px-5',
                name === next && 'bg-accent-soft',
              )}
            >
              <Mark number={index + 1} isDone={isDone} />
              <div className="min-w-0 flex-1">
                <p className={classes('font-medium', isDone && 'text-text-2 line-through')}>{title}</p>
                <p className="text-table text-text-2 max-sm:text-caption">{text}</p>
              </div>
              {(!isDone || name === 'accounts') &&
                (onPhone ? (
                  <IconButton label={t('{step}: {action}', { step: title, action })} onClick={act}>
                    <ChevronRight size={18} />
                  </IconButton>
                ) : (
                  <Button onClick={act} className="shrink-0">
                    {action}
                  </Button>
                ))}
            </li>
          )
        })}
      </ol>
      <div className="flex items-center justify-between gap-3 px-4 py-2 text-caption text-text-2 max-sm:justify-center sm:px-5">
        <span className="max-sm:sr-only">
          {t('Each line ticks itself. Once all are done, the list makes room for your figures.')}
        </span>
        {away}
      </div>
      {code}
    </div>
  )
}

const Mark = ({ number, isDone }: { number: number; isDone: boolean }) => (
  <span
    className={classes(
      'grid size-7 shrink-0 place-items-center rounded-full text-caption font-medium',
      isDone ? 'bg-in-soft text-in' : 'border border-line-2 text-text-2',
    )}
  >
    {isDone ? <Check size={15} aria-label={t('Done')} /> : number}
  </span>
)
