import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Popup } from './Popup.tsx'

/** One line of a menu: something to do, or a file to save. */
export type MenuItem = {
  words: string
  icon: ReactNode
  /** Whether it is switched on; undefined where it is no switch. */
  isOn?: boolean
  isDanger?: boolean
} & ({ run: () => void } | { href: string })

const line =
  'flex min-h-9 w-full items-center gap-3 rounded-control px-2.5 text-start text-body hover:bg-tile touch:min-h-11'

/** A few actions on what the title names; each closes the menu. */
export const Menu = ({
  title,
  items,
  onClose,
}: {
  title: string
  items: readonly MenuItem[]
  onClose: () => void
}) => (
  <Popup title={title} onClose={onClose}>
    <ul className="-mx-2.5">
      {items.map((item) => {
        const { words, icon, isOn, isDanger } = item
        const shown = (
          <>
            <span className={isDanger ? '' : 'text-text-2'}>{icon}</span>
            {words}
          </>
        )
        return (
          <li key={words}>
            {'href' in item ? (
              <a href={item.href} download onClick={onClose} className={line}>
                {shown}
              </a>
            ) : (
              <button
                type="button"
                aria-pressed={isOn}
                onClick={() => {
                  onClose()
                  item.run()
                }}
                className={classes(line, isDanger && 'text-bad', isOn && 'bg-tile font-medium')}
              >
                {shown}
              </button>
            )}
          </li>
        )
      })}
    </ul>
  </Popup>
)
