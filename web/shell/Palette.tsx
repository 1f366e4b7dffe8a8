import { Link } from '@tanstack/react-router'
import { Popup } from '../ui/Popup.tsx'
import { places } from './places.ts'

/** Goes to a place. */
export const Palette = ({ onClose }: { onClose: () => void }) => (
  <Popup title="Search or jump to" onClose={onClose}>
    {places.map(({ to, label }) => (
      <Link
        key={to}
        to={to}
        onClick={onClose}
        className="flex min-h-9 items-center rounded-control px-2 hover:bg-tile"
      >
        {label}
      </Link>
    ))}
  </Popup>
)
