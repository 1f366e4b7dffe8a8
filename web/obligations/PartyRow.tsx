import { Link } from '@tanstack/react-router'
import { Check, ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { t } from '../../words/t.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import { Initials } from '../ui/Initials.tsx'
import { shortNameOf } from '../ui/initials.ts'
import { CaptionText } from './CaptionText.tsx'
import { DebtLines } from './DebtLines.tsx'
import { type Debt, type DebtSide, type Party, partyCaption } from './owed.ts'
import { PartyAmount } from './PartyAmount.tsx'
import { SetOffLine } from './SetOffLine.tsx'
import { useSheets } from './sheets.ts'

type RowProps = { party: Party; side: DebtSide; all: readonly Debt[]; base: string; today: string }

export const PartyRow = ({
  isPhone,
  isFirstOpen,
  ...row
}: RowProps & { isPhone: boolean; isFirstOpen: boolean }) =>
  isPhone ? <PhoneRow {...row} isFirstOpen={isFirstOpen} /> : <WideRow {...row} />

const payAction: Record<DebtSide, () => string> = {
  receivable: () => t('Got paid'),
  payable: () => t('Pay'),
}

const payWords: Record<DebtSide, (name: string) => string> = {
  receivable: (name) => t('Got paid: {name} paid you back', { name }),
  payable: (name) => t('Pay {name}', { name }),
}

/** A contact with the debts below, and a button that settles them. */
function WideRow({ party, side, all, base, today }: RowProps) {
  const { openPayment, openDebt } = useSheets()
  const [only] = party.debts
  return (
    <li className="border-t border-line px-5 py-3">
      <div className="flex items-center gap-3">
        <Initials name={party.name} />
        <div className="min-w-0 flex-1">
          <Link
            to="/contacts/$id"
            params={{ id: party.id }}
            className="block font-medium break-words hover:underline hover:underline-offset-2"
          >
            {party.name}
          </Link>
          {party.debts.length === 1 && only && (
            <button
              type="button"
              onClick={() => openDebt(only.id)}
              className="min-h-6 text-start text-caption text-text-3 hover:text-text"
            >
              <CaptionText caption={partyCaption(party, today)} />
            </button>
          )}
        </div>
        <PartyAmount sums={party.sums} base={base} baseMinor={party.base} />
        <Button
          needs="write"
          icon={<Check size={15} />}
          aria-label={payWords[side](shortNameOf(party.name))}
          onClick={() => openPayment(side, party.id)}
          className="w-26"
        >
          {payAction[side]()}
        </Button>
      </div>
      {party.debts.length > 1 && (
        <div className="me-29 ms-10">
          <DebtLines debts={party.debts} base={base} today={today} />
        </div>
      )}
      <SetOffLine party={party} side={side} all={all} className="ms-10" />
    </li>
  )
}

/** The same for thumbs: a row that opens in place. */
function PhoneRow({ party, side, all, base, today, isFirstOpen }: RowProps & { isFirstOpen: boolean }) {
  const { openPayment } = useSheets()
  const [isOpen, setOpen] = useState(isFirstOpen)
  const id = useId()
  return (
    <li className="border-t border-line first:border-t-0">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-14 w-full items-center gap-3 px-4 py-2.5 text-start"
      >
        <Initials name={party.name} />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{party.name}</span>
          <span className="block text-caption text-text-3">
            <CaptionText caption={partyCaption(party, today)} />
          </span>
        </span>
        <PartyAmount sums={party.sums} base={base} baseMinor={party.base} />
        <ChevronDown
          size={16}
          aria-hidden
          className={classes(
            'shrink-0 text-text-3 transition-transform duration-180',
            isOpen && 'rotate-180',
          )}
        />
      </button>
      {isOpen && (
        <div id={id} className="pe-4 pb-4 ps-16">
          <DebtLines debts={party.debts} base={base} today={today} />
          <div className="mt-2 grid grid-cols-2 gap-2">
            <Button needs="write" look="primary" onClick={() => openPayment(side, party.id)}>
              {payAction[side]()}
            </Button>
            <ButtonLink to="/contacts/$id" params={{ id: party.id }}>
              {t('Statement')}
            </ButtonLink>
          </div>
          <SetOffLine party={party} side={side} all={all} />
        </div>
      )}
    </li>
  )
}
