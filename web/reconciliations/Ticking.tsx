import { useMemo, useState } from 'react'
import { type Account, listAccountLines } from '../../contract/accounts.ts'
import type { Day } from '../../contract/day.ts'
import { deleteReconciliation, type Reconciliation } from '../../contract/reconciliations.ts'
import { t } from '../../words/t.ts'
import { useEverything } from '../api/ask.ts'
import { useChange } from '../api/change.ts'
import { Loaded } from '../api/Loaded.tsx'
import { useToday } from '../page/me.ts'
import { billsOf } from '../transactions/register/bills.ts'
import { titleOfLine } from '../transactions/register/lines.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { dayInSentence } from '../ui/dates.ts'
import { Money } from '../ui/Money.tsx'
import { moneyText } from '../ui/money.ts'
import { hiddenWord, usePrivacy } from '../ui/privacy.ts'
import { rich } from '../ui/rich.ts'
import { Empty, Refusal } from '../ui/States.tsx'
import { Advice, AllTicked, NotCompared, Proven } from './Advice.tsx'
import { FinishPopup, useFinish } from './FinishPopup.tsx'
import { StatementCard } from './StatementCard.tsx'
import { StatementPopup } from './StatementPopup.tsx'
import { TickList } from './TickList.tsx'
import { type Compared, differenceOf, differenceText, missingBill, tickOf, toggled } from './ticking.ts'
import { useTicks } from './use-ticks.ts'

/** An open reconciliation: lines to tick, and the difference until it is zero. */
export function Ticking({
  account,
  reconciliation,
  saidThrough,
  isFirst,
  proof,
}: {
  account: Account
  reconciliation: Reconciliation
  /** Whether no other statement was finished before it. */
  isFirst: boolean
  /** The file that ends with this balance, where the book agrees with it. */
  proof: string | undefined
  /** Lines through this day are in the balance that the first statement starts with. */
  saidThrough: Day | null
}) {
  const { id, currency_id: currency, date } = reconciliation
  const today = useToday()
  const isHidden = usePrivacy()
  const [popup, setPopup] = useState<'statement' | 'finish'>()
  const query = useEverything(listAccountLines, {
    params: { id: account.id },
    query: { currency_id: currency, date_to: date, reconciliation_id: `${id},none` },
  })
  const { ticked, change, settle, isSaving, sentence } = useTicks(account.id, reconciliation)
  const isSaid = ({ date }: { date: Day }) => saidThrough !== null && date <= saidThrough
  // A line that was ticked, and moved there since, is shown: Finish refuses it.
  const lines = useMemo(
    () => (query.data ?? []).filter((line) => line.date > (saidThrough ?? '') || ticked.has(line.id)),
    [query.data, saidThrough, ticked],
  )
  const left = (query.data?.length ?? 0) - lines.length
  const bills = useMemo(() => billsOf(lines).toReversed(), [lines])
  const inBalance = bills.find(({ line }) => isSaid(line))
  const params = { id: account.id, reconciliation_id: id }
  const removing = useChange(deleteReconciliation, {
    words: t('The comparison with the statement of {day} is in the trash', {
      day: dayInSentence(date, today),
    }),
  })
  const { type } = account
  const difference = differenceOf(reconciliation, lines, ticked, type)
  const money = (minor: bigint) => (isHidden ? hiddenWord() : moneyText(minor, currency))
  const missing = missingBill(difference, bills, ticked, type)
  const count = bills.filter((bill) => tickOf(bill, ticked) === 'all').length
  // The start that a person said is that of the first statement; each later one starts with the end of the one before it.
  const start = isFirst && saidThrough !== null ? 'said' : 'before'
  const compared: Compared = { start: reconciliation.start_balance === 0 ? 'none' : start, count }
  const isAllTicked = bills.length > 0 && count === bills.length
  const every = new Set(lines.map((line) => line.id))
  const isProven =
    !isAllTicked && difference !== 0n && differenceOf(reconciliation, lines, every, type) === 0n
  const finishing = useFinish(account, reconciliation, count)

  async function finish(): Promise<void> {
    if (!(await settle())) return
    if (difference === 0n) void finishing.send({ params, body: {} })
    else setPopup('finish')
  }

  // Figures without the lines would be wrong ones.
  if (!query.data)
    return (
      <Card>
        <Loaded query={query} rows={8}>
          {() => null}
        </Loaded>
      </Card>
    )
  return (
    <>
      <StatementCard
        reconciliation={reconciliation}
        compared={compared}
        of={bills.length}
        difference={difference}
        isBusy={finishing.isBusy}
        onEdit={() => setPopup('statement')}
        onFinish={() => void finish()}
      />
      {(sentence ?? finishing.sentence) && (
        <div className="mb-4">
          <Refusal title={sentence ?? finishing.sentence} />
        </div>
      )}
      {inBalance && account.balance_as_of && (
        <Advice action={t('Take its tick away')} onPress={() => change(toggled(ticked, inBalance))}>
          {rich(
            '{line}, {day}, is in the {balance} that the account had on {balanceDay}, with which the first statement starts. It cannot be finished with this tick.',
            {
              line: titleOfLine(inBalance.line),
              day: dayInSentence(inBalance.line.date, today),
              balance: <Money amount={account.balance_as_of.amount} currency={currency} />,
              balanceDay: dayInSentence(account.balance_as_of.date, today),
            },
          )}
        </Advice>
      )}
      {proof && isProven && <Proven file={proof} count={bills.length} onTick={() => change(every)} />}
      {missing && !(proof && isProven) && (
        <Advice
          action={tickOf(missing, ticked) === 'all' ? t('Take its tick away') : t('Tick it')}
          onPress={() => change(toggled(ticked, missing))}
        >
          {t('{line}, {day}, is exactly the difference.', {
            line: titleOfLine(missing.line),
            day: dayInSentence(missing.line.date, today),
          })}
        </Advice>
      )}
      {isAllTicked && difference !== 0n && !inBalance && !missing && (
        <AllTicked account={account} difference={money(difference < 0n ? -difference : difference)} />
      )}
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <p className="flex-1 text-table text-text-2 max-sm:basis-full">
          {differenceText(difference, type, money, compared)}{' '}
          <span className="text-text-3">{isSaving ? t('Saving…') : count > 0 && t('Saved')}</span>
        </p>
        {bills.length > 0 && (
          <Button look="quiet" onClick={() => change(isAllTicked ? new Set() : every)}>
            {isAllTicked ? t('Untick all') : t('Tick all')}
          </Button>
        )}
        <Button look="quiet" isBusy={removing.isBusy} onClick={() => void removing.send({ params })}>
          {t('Stop comparing')}
        </Button>
      </div>
      {account.balance_as_of && saidThrough && left > 0 && (
        <NotCompared
          {...{ count: left, through: saidThrough, currency }}
          said={account.balance_as_of.amount}
        />
      )}
      <Card className="overflow-hidden">
        {bills.length === 0 ? (
          <Empty title={left > 0 ? t('Nothing to compare') : t('No line is waiting for this statement')}>
            {left > 0
              ? t('All of it is in the balance that you said.')
              : isFirst
                ? t('The account has no entry through {day}.', { day: dayInSentence(date, today) })
                : t('Everything through {day} is on an earlier one.', { day: dayInSentence(date, today) })}
          </Empty>
        ) : (
          <TickList bills={bills} ticked={ticked} onToggle={(bill) => change(toggled(ticked, bill))} />
        )}
      </Card>
      {popup === 'statement' && (
        <StatementPopup
          account={account}
          reconciliation={reconciliation}
          onClose={() => setPopup(undefined)}
        />
      )}
      {popup === 'finish' && (
        <FinishPopup
          account={account}
          reconciliation={reconciliation}
          difference={difference}
          compared={compared}
          isAllTicked={isAllTicked}
          onCorrect={() => setPopup('statement')}
          onClose={() => setPopup(undefined)}
        />
      )}
    </>
  )
}
