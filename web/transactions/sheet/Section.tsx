import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

/** A part of the sheet that opens in place; its content is rendered only once it is open. */
export const Section = ({
  icon,
  title,
  note,
  isOpen,
  onToggle,
  children,
}: {
  icon: ReactNode
  title: string
  note?: ReactNode
  isOpen: boolean
  onToggle: () => void
  children: ReactNode
}) => (
  <section>
    <h3>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onToggle}
        className="-mx-2 flex min-h-9 w-[calc(100%+16px)] items-center gap-2.5 rounded-control px-2 text-start text-body font-medium hover:bg-tile touch:min-h-11"
      >
        <span className="text-text-2">{icon}</span>
        <span className="flex-1">{title}</span>
        {note && <span className="text-caption font-normal text-text-3">{note}</span>}
        <ChevronRight
          size={15}
          aria-hidden
          className={isOpen ? 'rotate-90 text-text-3 rtl:-rotate-90' : 'text-text-3'}
        />
      </button>
    </h3>
    {isOpen && <div className="pt-2 pb-3">{children}</div>}
  </section>
)
