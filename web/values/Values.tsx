import { Scale } from 'lucide-react'
import { useState } from 'react'
import type { Account } from '../../contract/accounts.ts'
import { listValues, type Value } from '../../contract/values.ts'
import { useAsk } from '../api/ask.ts'
import { Button } from '../ui/Button.tsx'
import { StateValue } from './StateValue.tsx'
import { ValueList } from './ValueList.tsx'
import { WorthCard } from './WorthCard.tsx'

/** How many values the page shows: the chart and the list have the latest ones. */
const SHOWN = 200

/** The button that states a value of an account. */
export function StateButton({ account, isFirst }: { account: Account; isFirst: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        look={isFirst ? 'primary' : 'secondary'}
        icon={<Scale size={15} />}
        onClick={() => setOpen(true)}
      >
        {account.type === 'liability' ? 'State what you owe' : 'State its value'}
      </Button>
      {isOpen && <StateValue account={account} value={undefined} onClose={() => setOpen(false)} />}
    </>
  )
}

/** The worth of an account, and the values that were stated of it; of an account without any, nothing, unless it is a thing. */
export function Values({ account }: { account: Account }) {
  const [edited, setEdited] = useState<Value>()
  const { data } = useAsk(listValues, { params: { id: account.id }, query: { limit: SHOWN } })
  const values = data?.data ?? []
  if (!data || (values.length === 0 && !account.is_valued)) return null
  return (
    <>
      <WorthCard account={account} values={values} />
      {values.length > 0 && <ValueList account={account} values={values} onEdit={setEdited} />}
      {edited && <StateValue account={account} value={edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}
