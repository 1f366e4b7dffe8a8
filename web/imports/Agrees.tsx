import { Check } from 'lucide-react'
import type { Account } from '../../contract/accounts.ts'
import type { ImportBalance } from '../../contract/import-mapping.ts'
import { useToday } from '../page/me.ts'
import { Card } from '../ui/Card.tsx'
import { dayInSentence } from '../ui/dates.ts'
import { Money } from '../ui/Money.tsx'
import { rich } from '../ui/rich.ts'

/** The book has what the bank says. */
export const Agrees = ({ account, balance }: { account: Account; balance: ImportBalance }) => {
  const today = useToday()
  return (
    <Card className="flex items-start gap-3 px-4 py-3 text-table">
      <Check size={16} className="mt-0.5 shrink-0 text-in" aria-hidden />
      <p>
        {rich('<b>{account} agrees with your bank:</b> <quiet>{amount} at the end of {day}.</quiet>', {
          account: account.name,
          amount: <Money amount={balance.file} currency={balance.currency_id} />,
          day: dayInSentence(balance.date, today),
          b: (inner) => <span className="font-medium">{inner}</span>,
          quiet: (inner) => <span className="text-text-2">{inner}</span>,
        })}
      </p>
    </Card>
  )
}
