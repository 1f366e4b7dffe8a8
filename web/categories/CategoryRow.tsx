import { ChevronDown, ChevronRight, Ellipsis, GripVertical } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { Category } from '../../contract/categories.ts'
import { comma, t } from '../../words/t.ts'
import { IconButton } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import { IconTile, iconOfCategory } from '../ui/icons.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import { ALT } from '../ui/keys.ts'
import { backward, onward } from '../ui/reading.ts'
import { rich } from '../ui/rich.ts'
import { useMay } from '../ui/rights.ts'
import type { Usage } from './usage.ts'

/** A category of the list: a grip to draw it by, its name, which opens its sheet and has the keys, and its menu. */
export function CategoryRow({
  category,
  members,
  group,
  usage,
  isOpen,
  isFolded,
  isDrawn,
  isTarget,
  onOpen,
  onFold,
  onMenu,
  onKeyDown,
}: {
  category: Category
  members: readonly Category[]
  group: Category | undefined
  usage: Usage | undefined
  isOpen: boolean
  isFolded: boolean
  isDrawn: boolean
  /** Whether a drawn category would go into it. */
  isTarget: boolean
  onOpen: () => void
  onFold: () => void
  onMenu: () => void
  onKeyDown: (event: KeyboardEvent) => void
}) {
  const mayWrite = useMay('write')
  const isGroup = members.length > 0
  const Chevron = isFolded ? ChevronRight : ChevronDown
  const memos = [...new Set(usage?.memos.map(({ memo }) => memo))].slice(0, 3)
  const words = isGroup
    ? t('{count, plural, one {# category} other {# categories}}', { count: members.length })
    : memos.join(comma())
  return (
    <li
      data-category={category.id}
      {...(group && { 'data-group': group.id })}
      {...(isGroup && { 'data-members': isFolded ? 'folded' : 'shown' })}
      className={classes(
        'group/row -mx-2 flex items-center border-t border-line first:border-t-0',
        isGroup && 'bg-canvas',
        isOpen && 'bg-accent-soft',
        isDrawn && 'opacity-50',
        isTarget && 'bg-accent-soft outline-2 -outline-offset-2 outline-accent',
      )}
    >
      {mayWrite ? (
        <span
          data-grip
          aria-hidden
          className={classes(
            'grid h-10.5 w-7 shrink-0 cursor-grab touch-none place-items-center text-text-3 touch:h-13 touch:w-9',
            group && 'ms-7',
          )}
        >
          <GripVertical size={15} />
        </span>
      ) : (
        group && <span className="w-7 shrink-0" />
      )}
      {isGroup && (
        <IconButton
          label={
            isFolded
              ? t('Open {group} [unfold]', { group: category.name })
              : t('Fold {group}', { group: category.name })
          }
          aria-expanded={!isFolded}
          onClick={onFold}
        >
          <Chevron size={16} />
        </IconButton>
      )}
      <button
        type="button"
        data-row={category.id}
        onClick={onOpen}
        onKeyDown={onKeyDown}
        aria-expanded={isOpen}
        {...(mayWrite && { 'aria-keyshortcuts': 'Alt+ArrowUp Alt+ArrowDown Alt+ArrowLeft Alt+ArrowRight' })}
        className={classes(
          'flex min-h-10.5 min-w-0 flex-1 items-center gap-3 rounded-control px-2 text-start hover:bg-tile/60 touch:min-h-13',
          !category.is_active && 'text-text-3',
        )}
      >
        {!isGroup && <IconTile icon={iconOfCategory(category.name, category.icon)} />}
        <span
          className={classes(
            'min-w-0 text-table',
            // How many there are in a group is never cut: its name takes two lines before.
            isGroup ? 'flex-1 font-semibold break-words' : 'max-w-[60%] shrink-0 font-medium wrap-anywhere',
          )}
        >
          {group
            ? rich('{category}<hidden>, in {group}</hidden>', {
                category: category.name,
                group: group.name,
                hidden: (inner) => <span className="sr-only">{inner}</span>,
              })
            : category.name}
        </span>
        <span
          // The texts of entries say little when they are cut to a few letters.
          className={classes(
            'text-end text-caption text-text-3',
            isGroup ? 'shrink-0' : 'min-w-0 flex-1 truncate',
            !isGroup && category.is_active && 'max-sm:invisible',
          )}
        >
          {category.is_active ? words : t('not in use')}
        </span>
        {mayWrite && (
          <span className="hidden shrink-0 items-center gap-1 text-caption text-text-3 group-has-[[data-row]:focus-visible]/row:flex touch:hidden">
            {rich('<key>{alt}↑↓</key> move <key>{alt}{out}{in}</key> out, in', {
              alt: ALT,
              out: backward(),
              in: onward(),
              key: (inner) => <Kbd>{inner}</Kbd>,
            })}
          </span>
        )}
      </button>
      <IconButton
        needs="write"
        label={t('More about {category}', { category: category.name })}
        onClick={onMenu}
      >
        <Ellipsis size={16} />
      </IconButton>
    </li>
  )
}
