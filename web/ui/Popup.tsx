import type { ReactNode } from 'react'
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'

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
  <ModalOverlay
    isOpen
    isDismissable={onClose !== undefined}
    isKeyboardDismissDisabled={onClose === undefined}
    onOpenChange={(isOpen) => !isOpen && onClose?.()}
    className="fixed inset-0 z-50 flex items-end justify-center bg-black/40 sm:items-start sm:pt-[12vh]"
  >
    <Modal className={isWide ? 'w-full sm:w-[640px]' : 'w-full sm:w-[440px]'}>
      <Dialog className="flex max-h-[88dvh] flex-col rounded-t-sheet bg-raised shadow-overlay outline-none sm:rounded-card">
        <Heading slot="title" className="px-5 pt-5 text-title font-semibold">
          {title}
        </Heading>
        <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">{children}</div>
        {foot && (
          <div className="flex flex-wrap justify-end gap-2 px-5 pb-5 pb-[max(1.25rem,env(safe-area-inset-bottom))]">
            {foot}
          </div>
        )}
      </Dialog>
    </Modal>
  </ModalOverlay>
)
