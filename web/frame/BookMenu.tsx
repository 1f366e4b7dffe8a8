import { Link } from '@tanstack/react-router'
import { ArrowLeftRight, Plus, UsersRound } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { t } from '../../words/t.ts'
import { mayRecord, useBook, useBooks } from '../page/me.ts'
import { openNewBook } from '../page/opened.ts'
import { Kbd } from '../ui/Kbd.tsx'
import { Modal } from '../ui/Modal.tsx'
import { rich } from '../ui/rich.ts'
import { BookRow } from './BookRow.tsx'
import { inOrder, stepIn } from './switching.ts'

/** Pages that others of the app add. */
const between: string = '/between'
const members: string = '/settings/members'

/** The arrow keys go from row to row, as in every list. */
function stepThrough(event: KeyboardEvent<HTMLElement>): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('button,a,summary')].filter((row) =>
    row.checkVisibility(),
  )
  const at = rows.findIndex((row) => row.matches(':focus'))
  const next = stepIn(rows.length, at, event.key)
  if (next === undefined) return
  event.preventDefault()
  rows[next]?.focus()
}

/** The books of a person, and what can be done with books as a whole. */
export function BookMenu({ onClose }: { onClose: () => void }) {
  const all = useBooks()
  const { name } = useBook()
  const { inUse, archived } = inOrder(all)
  return (
    <Modal
      label={t('Books')}
      onClose={onClose}
      className="items-end sm:items-start sm:pt-15 sm:ps-3 sm:backdrop:bg-transparent"
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the rows in it take the keys. */}
      <div
        onKeyDown={stepThrough}
        className="flex max-h-[88dvh] w-full flex-col overflow-y-auto rounded-t-sheet bg-raised p-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] shadow-overlay sm:max-h-[80dvh] sm:w-90 sm:rounded-card sm:border sm:border-line"
      >
        <h2 className="px-2.5 pt-2 pb-1 text-caption text-text-3">{t('Books')}</h2>
        <ul>
          {inUse.map((one) => (
            <BookRow key={one.id} book={one} onClose={onClose} />
          ))}
        </ul>
        {archived.length > 0 && (
          <details open={archived.some((one) => one.name === name)}>
            <summary className="flex min-h-9 cursor-pointer items-center rounded-control px-2.5 text-table font-medium text-text-2 touch:min-h-11">
              {t('Archived ({count, number})', { count: archived.length })}
            </summary>
            <ul>
              {archived.map((one) => (
                <BookRow key={one.id} book={one} onClose={onClose} />
              ))}
            </ul>
          </details>
        )}
        <ul className="mt-1 border-t border-line pt-1">
          <li>
            <button
              type="button"
              className={line}
              onClick={() => {
                onClose()
                openNewBook()
              }}
            >
              <Plus size={16} aria-hidden /> {t('New book')}
            </button>
          </li>
          {all.filter(mayRecord).length > 1 && (
            <Place to={between} icon={<ArrowLeftRight size={16} aria-hidden />} onClose={onClose}>
              {t('Move money between books')}
            </Place>
          )}
          <Place
            to={members}
            icon={<UsersRound size={16} aria-hidden />}
            onClose={onClose}
            end={
              inUse.length > 1 && (
                <span className="flex items-center gap-1 text-caption font-normal text-text-3 touch:hidden">
                  {rich('{keys} switch [from book to book, by keys]', {
                    keys: (
                      <>
                        <Kbd>G</Kbd>
                        <Kbd>1–{Math.min(inUse.length, 9)}</Kbd>
                      </>
                    ),
                  })}
                </span>
              )
            }
          >
            {t('Members of {book}', { book: name })}
          </Place>
        </ul>
      </div>
    </Modal>
  )
}

const line =
  'flex min-h-9 w-full items-center gap-3 rounded-control px-2.5 text-start text-table font-medium hover:bg-tile touch:min-h-11'

const Place = ({
  to,
  icon,
  end,
  onClose,
  children,
}: {
  to: string
  icon: ReactNode
  end?: ReactNode
  onClose: () => void
  children: ReactNode
}) => (
  <li>
    <Link to={to} onClick={onClose} className={line}>
      {icon}
      <span className="min-w-0 flex-1 wrap-anywhere">{children}</span>
      {end}
    </Link>
  </li>
)
