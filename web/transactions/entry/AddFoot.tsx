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
  /** The keyboard of the phone needs the room: Add alone stays, above it. */
  isHidden: boolean
  isBusy: boolean
  onKey: (key: string) => void
  onAdd: () => void
  /** The text of Add. */
  children: ReactNode
}) => {
  // A press leaves the focus where it is: else the keypad would come back, and move the button away from under the finger.
  const add = (
    <Button
      look="primary"
      className="h-12 w-full text-title"
      isBusy={isBusy}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onAdd}
    >
      {children}
    </Button>
  )
  return (
    <>
      <Toaster isInFlow />
      {isHidden && <div className="hidden border-t border-line bg-sunken px-4 py-2 touch:block">{add}</div>}
      <div
        className={`border-t border-line bg-sunken px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] ${isHidden ? 'touch:hidden' : ''}`}
      >
        <Keypad onKey={onKey} action={add} />
      </div>
    </>
  )
}
