import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { accounts } from '../../page/accounts.ts'
import { useAddress } from '../../page/address.ts'
import { lazily } from '../../ui/lazily.tsx'
import { accountsById } from '../title.ts'
import { lineBeside, type ShownLine } from './lines.ts'

const TransactionSheet = lazily(async () => (await import('../sheet/TransactionSheet.tsx')).TransactionSheet)

/** The sheet of the transaction that the address says is open. */
export function OpenLine({ lines }: { lines: readonly ShownLine[] }) {
  const { search, filter } = useAddress()
  const { data: all } = useQuery(accounts)
  const id = search.open
  if (id === undefined) return null
  return (
    <Suspense>
      <TransactionSheet
        id={id}
        row={undefined}
        place={{
          accounts: accountsById(all),
          onStep: (by) => {
            const next = lineBeside(lines, id, by)
            if (next) filter({ open: next.transaction_id })
          },
          onClose: () => filter({ open: undefined }),
        }}
      />
    </Suspense>
  )
}
