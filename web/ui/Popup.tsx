import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Modal } from './Modal.tsx'

/** A question over the page: it has to be dealt with, or closed by Esc where that is possible. */
export const Popup = ({
  title,
  children,
  foot,
  onClose,
  isWide = false,
}: {
  title: string
  children: ReactNode
  foot?: ReactNode
  /** Without it, the popup stays until it is dealt with. */
  onClose?: () => void
  isWide?: boolean
}) => (
  <Modal label={title} onClose={onClose} className="items-end justify-center sm:items-start sm:pt-[12vh]">
    <div
      className={classes(
        'flex max-h-[88dvh] w-full flex-col rounded-t-sheet bg-raised shadow-overlay sm:max-h-[76dvh] sm:rounded-card',
        isWide ? 'sm:w-[640px]' : 'sm:w-[440px]',
      )}
    >
      <h2 className="px-5 pt-5 text-title font-semibold wrap-anywhere">{title}</h2>
      <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">{children}</div>
      {foot && (
        <div className="flex flex-wrap justify-end gap-2 px-5 pb-[max(1.25rem,env(safe-area-inset-bottom))]">
          {foot}
        </div>
      )}
    </div>
  </Modal>
)
