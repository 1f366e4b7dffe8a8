import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { listObligations } from '../../contract/obligations.ts'
import { everything } from '../api/ask.ts'
import { accounts } from '../page/accounts.ts'
import { lazily } from '../ui/lazily.tsx'
import { isChoice } from './lend.ts'
import { PaymentSheet } from './PaymentSheet.tsx'
import { useSheets } from './sheets.ts'

const LendSheet = lazily(async () => (await import('./LendSheet.tsx')).LendSheet)
const DebtSheet = lazily(async () => (await import('./DebtSheet.tsx')).DebtSheet)
const ForgiveSheet = lazily(async () => (await import('./ForgiveSheet.tsx')).ForgiveSheet)

/** The sheet that the address names, if it names one. */
export function OwedSheets() {
  const { search, close } = useSheets()
  const open = useQuery(everything(listObligations, { query: { status: 'open' } }))
  const all = useQuery(accounts)
  const contactId = search.paid ?? search.pay
  const common = { onClose: close, accounts: all.data, open: open.data }
  return (
    <Suspense>
      {contactId && (
        <PaymentSheet
          key={`${contactId} ${search.debt}`}
          {...common}
          side={search.paid ? 'receivable' : 'payable'}
          contactId={contactId}
          debtId={search.debt}
        />
      )}
      {search.forgive && <ForgiveSheet key={search.forgive} {...common} debtId={search.forgive} />}
      {isChoice(search.lend) && <LendSheet {...common} choice={search.lend} contactId={search.contact} />}
      {search.open && <DebtSheet key={search.open} id={search.open} onClose={close} />}
    </Suspense>
  )
}
