import { createLink } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { classes } from './classes.ts'
import { Kbd } from './Kbd.tsx'
import { type Right, useMay } from './rights.ts'

type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'danger'

const base =
  'inline-flex min-h-8 touch:min-h-11 items-center justify-center gap-2 rounded-control px-3 text-table font-medium whitespace-nowrap transition-colors duration-120 ease-ledger'
const looks: Record<ButtonLook, string> = {
  primary: 'bg-fill text-white hover:brightness-110 active:brightness-95',
  secondary: 'border border-line bg-surface text-text hover:bg-tile active:bg-sunken',
  quiet: 'text-text-2 hover:bg-tile hover:text-text',
  danger: 'bg-bad-soft text-bad hover:brightness-95',
}

type ButtonParts = {
  look?: ButtonLook
  icon?: ReactNode
  shortcut?: string
  isBusy?: boolean
  /** The right that it takes in the book: nobody else sees it. */
  needs?: Right
}

/** A button. It is never disabled: while it is busy it keeps its width and does nothing. */
export function Button({
  look = 'secondary',
  icon,
  shortcut,
  isBusy = false,
  needs,
  className,
  children,
  onClick,
  ...rest
}: ButtonParts & ComponentProps<'button'>) {
  if (!useMay(needs)) return null
  return (
    <button
      type="button"
      {...rest}
      aria-busy={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      className={classes(base, looks[look], isBusy && 'opacity-70', className)}
    >
      {icon}
      {children}
      {shortcut && <Kbd isOnFill={look === 'primary'}>{shortcut}</Kbd>}
    </button>
  )
}

/** A link that looks like a button: it goes somewhere, and can be opened in a new tab. */
export const ButtonLink = createLink(function ButtonLink({
  look = 'secondary',
  icon,
  needs,
  className,
  children,
  ...rest
}: ButtonParts & ComponentProps<'a'>) {
  if (!useMay(needs)) return null
  return (
    <a {...rest} className={classes(base, looks[look], className)}>
      {icon}
      {children}
    </a>
  )
})

/** A link out of the app that looks like a button: to a file, or to the mail program. It shows an icon alone, or words beside it. */
export const PlainLink = ({
  className,
  icon,
  children,
  ...rest
}: Omit<ButtonParts, 'needs'> & ComponentProps<'a'>) => (
  <a {...rest} className={classes(base, looks.secondary, className)}>
    {icon}
    {children}
  </a>
)

/** A button that shows an icon alone; `label` is its name. Where there is nothing to go to, it `isOff`: it keeps its place, and is pale. */
export function IconButton({
  label,
  needs,
  isOff = false,
  className,
  children,
  onClick,
  ...rest
}: { label: string; needs?: Right; isOff?: boolean } & ComponentProps<'button'>) {
  if (!useMay(needs)) return null
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      aria-disabled={isOff || undefined}
      onClick={isOff ? (event) => event.preventDefault() : onClick}
      className={classes(
        'inline-flex size-8 touch:size-11 shrink-0 items-center justify-center rounded-control text-text-2 transition-colors duration-120',
        isOff ? 'cursor-default opacity-35' : 'hover:bg-tile hover:text-text',
        className,
      )}
    >
      {children}
    </button>
  )
}
