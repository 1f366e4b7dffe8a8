import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Keypad } from '../../ui/Keypad.tsx'
import { Toaster } from '../../ui/Toaster.tsx'

/** The keypad with Add at the foot of the page, and above it the message, which has a place of its own: it covers neither amount nor tabs. */
export const AddFoot = ({
  isHidden,
  isBusy,
  onKey,
  onAdd,
  children,
}: {
  /** The keyboard of the phone needs the room. */
  isHidden: boolean
  isBusy: boolean
  onKey: (key: string) => void
  onAdd: () => void
  /** The text of Add. */
  children: ReactNode
}) => (
  <>
    <Toaster isInFlow />
    <div
      className={`border-t border-line bg-sunken px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] ${isHidden ? 'touch:hidden' : ''}`}
    >
      <Keypad
        onKey={onKey}
        action={
          <Button look="primary" className="h-12 text-title" isBusy={isBusy} onClick={onAdd}>
            {children}
          </Button>
        }
      />
    </div>
  </>
)
