import { useNavigate } from '@tanstack/react-router'
import { openQuickEntry } from '../page/quick-entry-opening.ts'
import { useIsPhone } from '../ui/media.ts'
import { exampleAmount } from '../ui/money.ts'
import { rich } from '../ui/rich.ts'
import { useMay } from '../ui/rights.ts'

/** The first step, in place of charts while the book is empty. It leads to the line to write in. */
export function FirstOne({ currency }: { currency: string }) {
  const isPhone = useIsPhone()
  const mayWrite = useMay('write')
  const navigate = useNavigate()
  if (!mayWrite) return null
  return (
    <button
      type="button"
      onClick={() => (isPhone ? void navigate({ to: '/add' }) : openQuickEntry())}
      className="flex h-full min-h-32 w-full flex-col items-center justify-center gap-1 rounded-control border border-dashed border-line-2 px-4 text-center text-text-2 hover:bg-canvas"
    >
      {rich('Your first one: try <example>{amount} lunch</example>', {
        amount: exampleAmount(currency),
        example: (words) => <span className="text-title font-medium text-text">{words}</span>,
      })}
    </button>
  )
}
