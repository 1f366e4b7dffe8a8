import { Scale } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Account } from '../../contract/accounts.ts'
import { listValues } from '../../contract/values.ts'
import { useAsk } from '../api/ask.ts'
import { Button } from '../ui/Button.tsx'
import { StateValue } from './StateValue.tsx'
import { type Stated, statedOf } from './stated.ts'
import { ValueList } from './ValueList.tsx'
import { stateWords } from './value-words.ts'
import { WorthCard } from './WorthCard.tsx'

/** How many values the page shows: the chart and the list have the latest ones. */
const SHOWN = 200

/** The button that states a value of an account. */
export function StateButton({ account, isFirst }: { account: Account; isFirst: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        needs="write"
        look={isFirst ? 'primary' : 'secondary'}
        icon={<Scale size={15} />}
        onClick={() => setOpen(true)}
      >
        {stateWords(account)}
      </Button>
      {isOpen && <StateValue account={account} stated={undefined} onClose={() => setOpen(false)} />}
    </>
  )
}

/** The worth of an account, and the values that were stated of it. */
export function Values({
  account,
  otherwise,
  children,
}: {
  account: Account
  /** In place of it while there is no value, unless the account is a thing. */
  otherwise: ReactNode
  /** More to say about the worth. */
  children?: ReactNode
}) {
  const [edited, setEdited] = useState<Stated>()
  const { data } = useAsk(listValues, { params: { id: account.id }, query: { limit: SHOWN } })
  if (!account.is_valued && !data?.data.length) return otherwise
  if (!data) return null
  const stated = statedOf(account, data.data, data.meta.next_cursor === null)
  return (
    <>
      <WorthCard account={account} stated={stated}>
        {children}
      </WorthCard>
      {stated.length > 0 && <ValueList account={account} stated={stated} onEdit={setEdited} />}
      {edited && <StateValue account={account} stated={edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}
