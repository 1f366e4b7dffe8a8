import { Link } from '@tanstack/react-router'
import { decimalsOf } from '../ui/money.ts'

/** Where charts will be, while the book is empty: what to do first. */
export const FirstOne = ({ currency }: { currency: string }) => (
  <Link
    to="/add"
    className="flex h-full min-h-32 flex-col items-center justify-center gap-1 rounded-control border border-dashed border-line-2 px-4 text-center text-text-2 hover:bg-canvas"
  >
    Your first one: try
    <span className="text-title font-medium text-text">
      {decimalsOf(currency) === 0 ? '1200' : '12.50'} lunch
    </span>
  </Link>
)
