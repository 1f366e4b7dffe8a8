import { CreditCard, Landmark, Pencil, PiggyBank, Plus, Wallet } from 'lucide-react'
import { starterName } from '../../contract/starter.ts'
import { t } from '../../words/t.ts'
import { AmountField } from '../ui/AmountField.tsx'
import { Button } from '../ui/Button.tsx'
import { DebtHint } from '../ui/DebtHint.tsx'
import { debtWords } from '../ui/debt-words.ts'
import { moneyText } from '../ui/money.ts'
import { rich } from '../ui/rich.ts'
import { type StartLine, togetherOf } from './start.ts'

const whatIsOnIt = () => t('what is on it')
const whatYouOwe = () => t('what you owe on it')

const looks = {
  Bank: { icon: Landmark, text: () => t('in the bank') },
  Cash: { icon: Wallet, text: () => t('in your purse') },
  Savings: { icon: PiggyBank, text: () => t('put aside') },
  'Credit card': { icon: CreditCard, text: whatYouOwe },
} as const

const lookOf = ({ place, isDebt }: StartLine) =>
  place !== null && place in looks
    ? looks[place as keyof typeof looks] // one of them
    : { icon: isDebt ? CreditCard : Landmark, text: isDebt ? whatYouOwe : whatIsOnIt }

/** The money of somebody today, place by place, and all of it together. Tab goes down; Enter starts. */
export function StartLines({
  lines,
  onLines,
  currencyId,
  onEnter,
}: {
  lines: readonly StartLine[]
  onLines: (lines: readonly StartLine[]) => void
  currencyId: string
  onEnter: () => void
}) {
  const change = (index: number, part: Partial<StartLine>) =>
    onLines(lines.map((line, at) => (at === index ? { ...line, ...part } : line)))
  return (
    <div className="rounded-card border border-line bg-surface">
      <ul aria-label={t('What you have today')}>
        {lines.map((line, index) => (
          // A line keeps its place for as long as the page is open.
          <Line
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are only added at the end
            key={index}
            line={line}
            currencyId={currencyId}
            onChange={(part) => change(index, part)}
            onEnter={onEnter}
          />
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2.5">
        <Button
          look="quiet"
          className="-ms-3"
          icon={<Plus size={15} />}
          onClick={() => onLines([...lines, { place: null, name: '', isDebt: false, amount: '' }])}
        >
          {t('Another account')}
        </Button>
        <p className="text-table text-text-2">
          {rich('Together {amount}', {
            amount: (
              <output className="ms-1 font-semibold text-text tabular-nums">
                {moneyText(togetherOf(lines, currencyId), currencyId)}
              </output>
            ),
          })}
        </p>
      </div>
    </div>
  )
}

function Line({
  line,
  currencyId,
  onChange,
  onEnter,
}: {
  line: StartLine
  currencyId: string
  onChange: (part: Partial<StartLine>) => void
  onEnter: () => void
}) {
  const { icon: Icon, text } = lookOf(line)
  const { place, name, isDebt, isOnIt = false, amount } = line
  const debt = { text: amount, isOnIt }
  const said = isDebt && debtWords(debt, currencyId) !== undefined && (
    <span className="block text-caption text-text-2">
      <DebtHint debt={debt} currencyId={currencyId} onTurn={(turned) => onChange({ isOnIt: turned })} />
    </span>
  )
  return (
    <li className="flex items-center gap-3 border-b border-line px-4 py-2.5">
      <span
        aria-hidden
        className="grid size-8 shrink-0 place-items-center rounded-control bg-tile text-text-2 max-sm:hidden"
      >
        <Icon size={16} strokeWidth={1.75} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="relative -ms-1.5 block">
          <input
            aria-label={
              place === null
                ? t('Name of the account')
                : t('Name of {account}', { account: starterName(place) })
            }
            value={name}
            maxLength={255}
            placeholder={place === null ? t('Name') : starterName(place)}
            tabIndex={place === null ? undefined : -1} // Tab goes down the amounts; names can be changed later, too
            // biome-ignore lint/a11y/noAutofocus: somebody has just asked for this line
            autoFocus={place === null && name === ''}
            onChange={(event) => onChange({ name: event.target.value })}
            className="w-full min-w-0 rounded-control border border-line bg-transparent ps-1.5 pe-6 font-medium text-text hover:border-line-2 focus:border-accent"
          />
          <Pencil
            size={13}
            aria-hidden
            className="pointer-events-none absolute inset-y-0 end-1.5 my-auto text-text-3"
          />
        </span>
        {place === null ? (
          <select
            aria-label={t('Which kind of account')}
            value={isDebt ? 'debt' : 'money'}
            onChange={(event) => onChange({ isDebt: event.target.value === 'debt' })}
            className="-ms-1 bg-transparent text-caption text-text-2"
          >
            <option value="money">{whatIsOnIt()}</option>
            <option value="debt">{whatYouOwe()}</option>
          </select>
        ) : (
          said || <span className="block text-caption text-text-2">{text()}</span>
        )}
        {place === null && said}
      </span>
      <AmountField
        label={t('{account}, {meaning}', {
          account: name || (place && starterName(place)) || t('New account'),
          meaning: text(),
        })}
        isLabelHidden
        currencyId={currencyId}
        text={amount}
        onText={(typed) => onChange({ amount: typed })}
        onEnter={onEnter}
        className="w-[46%] max-w-[190px] max-sm:w-[60%] shrink-0 max-sm:[&_input]:ps-2 [&_input]:text-end"
      />
    </li>
  )
}
