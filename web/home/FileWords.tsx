import { Link } from '@tanstack/react-router'

/** The use of a file for a new book, and the way for whoever has years in another program. */
export const FileWords = () => (
  <>
    The months before today fill up by themselves. What you said you have today stays.{' '}
    <Link to="/moving" className="font-medium text-accent hover:underline">
      Or come from another program
    </Link>
  </>
)
