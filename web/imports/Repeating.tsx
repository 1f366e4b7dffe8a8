import { Link } from '@tanstack/react-router'
import { findPlans } from '../../contract/recurring.ts'
import { useAsk } from '../api/ask.ts'
import { useDeclined } from '../plans/declined.ts'
import { rich } from '../ui/rich.ts'

/** Says that payments of the file repeat, with the way to the page that proposes them. */
export function Repeating({ importId }: { importId: string }) {
  const { data } = useAsk(findPlans, { query: { import_id: importId } })
  const { open } = useDeclined(data?.data)
  if (open.length === 0) return null
  return (
    <p className="mt-2 text-table">
      {rich(
        '{count, plural, one {# payment in it repeats: <link>look at it</link>} other {# payments in it repeat: <link>look at them</link>}}',
        {
          count: open.length,
          link: (inner) => (
            <Link to="/plans" className="font-medium text-accent hover:underline">
              {inner}
            </Link>
          ),
        },
      )}
    </p>
  )
}
