import { Link } from '@tanstack/react-router'
import { rich } from '../ui/rich.ts'

/** The use of a file for a new book, and the way for whoever has years in another program. */
export const FileWords = () =>
  rich(
    'The months before today fill up by themselves. What you said you have today stays. <link>Or come from another program</link>',
    {
      link: (words) => (
        <Link to="/moving" className="font-medium text-accent hover:underline">
          {words}
        </Link>
      ),
    },
  )
