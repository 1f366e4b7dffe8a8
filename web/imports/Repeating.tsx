import { Link } from '@tanstack/react-router'
import { findPlans } from '../../contract/recurring.ts'
import { useAsk } from '../api/ask.ts'
import { useDeclined } from '../plans/declined.ts'
import { counted } from '../ui/wording.ts'

/** Says that payments of the file repeat, with the way to the page that proposes them. */
export function Repeating({ importId }: { importId: string }) {
  const { data } = useAsk(findPlans, { query: { import_id: importId } })
  const { open } = useDeclined(data?.data)
  if (open.length === 0) return null
  return (
    <p className="mt-2 text-table">
      {counted(open.length, 'payment in it repeats', 'payments in it repeat')}:{' '}
      <Link to="/plans" className="font-medium text-accent hover:underline">
        look at {open.length === 1 ? 'it' : 'them'}
      </Link>
    </p>
  )
}
