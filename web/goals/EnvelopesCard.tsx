import { TriangleAlert } from 'lucide-react'
import { t } from '../../words/t.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { ShareSwatch } from '../ui/charts/ShareBar.tsx'
import { Money } from '../ui/Money.tsx'
import { rich } from '../ui/rich.ts'
import { type EnvelopeAccount, wayOut } from './goal-words.ts'

/** The places of colours in the charts. The second one is too close to amber, which is for what is late, and comes last. */
const colours = [0, 2, 3, 4, 1]
const colourOf = (index: number): number => colours[index % colours.length] ?? 0

/** An account that goals have envelopes of: the part of each, and the free part. */
export function EnvelopesCard({ account, name }: { account: EnvelopeAccount; name: string }) {
  const { balance, held, free, currency, goals, overdrawn } = account
  const whole = Math.max(balance, held, 1)
  const inEnvelopes = { count: goals.length, held: <Money amount={held} currency={currency} /> }
  return (
    <Card aria-label={t('Envelopes of {account}', { account: name })} className="p-4 sm:p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-table font-semibold">
          {name} <Money amount={balance} currency={currency} />
        </h2>
        <p className="text-caption text-text-2">
          {free >= 0n
            ? rich(
                '{count, plural, one {{held} in # envelope, {free} free} other {{held} in # envelopes, {free} free}}',
                { ...inEnvelopes, free: <Money amount={free} currency={currency} /> },
              )
            : rich('{count, plural, one {{held} in # envelope} other {{held} in # envelopes}}', inEnvelopes)}
        </p>
      </div>
      <div aria-hidden className="mt-2 flex h-1.5 gap-px overflow-hidden rounded-full bg-tile">
        {goals.map(({ id, saved }, index) => (
          <div
            key={id}
            style={{ width: `${(saved / whole) * 100}%`, background: `var(--chart-${colourOf(index) + 1})` }}
          />
        ))}
      </div>
      <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-caption text-text-2">
        {goals.map(({ id, name: goalName, saved }, index) => (
          <li key={id} className="flex items-center gap-1.5">
            <ShareSwatch index={colourOf(index)} />
            {goalName} <Money amount={saved} currency={currency} />
          </li>
        ))}
      </ul>
      {overdrawn !== null && <Overdrawn account={account} name={name} />}
    </Card>
  )
}

/** The amount promised beyond what is there, with the way out. */
function Overdrawn({ account, name }: { account: EnvelopeAccount; name: string }) {
  const { balance, held, overdrawn, currency } = account
  const way = wayOut(account)
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control bg-warn-soft p-3 text-table">
      <TriangleAlert size={16} aria-hidden className="shrink-0 text-warn" />
      <p className="min-w-0 flex-1 basis-48">
        <strong className="font-semibold">
          {rich('{amount} more is promised than is there.', {
            amount: <Money amount={overdrawn ?? 0} currency={currency} />,
          })}
        </strong>{' '}
        {rich('{account} has {balance}, its envelopes {held}.', {
          account: name,
          balance: <Money amount={balance} currency={currency} />,
          held: <Money amount={held} currency={currency} />,
        })}
      </p>
      {way && (
        <ButtonLink
          needs="write"
          to="/goals/$id"
          params={{ id: way.goal.id }}
          search={{ move: 'out', amount: String(way.amount) }}
          className="bg-surface"
        >
          {t('Take it from {goal}', { goal: way.goal.name })}
        </ButtonLink>
      )}
    </div>
  )
}
