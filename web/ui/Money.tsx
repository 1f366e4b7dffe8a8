import type { ReactNode } from 'react'
import { useLocale } from './locale.ts'
import { type Amount, figureParts, minorOf, moneyText, spokenMoney } from './money.ts'
import { DOTS, hiddenWord, usePrivacy } from './privacy.ts'

type MoneyProps = {
  /** As the API writes it, or minor units as a bigint. */
  amount: Amount
  currency: string
  /**
   * plain: ink. figure: large, with quiet cents (the caller gives the size). signed: money in is green with +, money out is ink with −.
   * change: more is +, less is −, and neither is good or bad.
   */
  variant?: 'plain' | 'figure' | 'signed' | 'change'
  /** False in a column whose head says the currency. */
  symbol?: boolean
  /** Leaves the cents out, where they only distract: a change, a summary. */
  whole?: boolean
  /** The amount in the currency it was paid in, shown below; left out if it is the same currency. */
  original?: { amount: Amount; currency: string } | undefined
  className?: string | undefined
}

/** The only way an amount comes onto the screen. */
export function Money({ original, ...props }: MoneyProps) {
  if (!original || original.currency === props.currency) return <OneAmount {...props} />
  return (
    <span className="inline-flex flex-col items-end">
      <OneAmount {...props} />
      <OneAmount
        amount={original.amount}
        currency={original.currency}
        className="text-caption font-normal text-text-3"
      />
    </span>
  )
}

function OneAmount({
  amount,
  currency,
  variant = 'plain',
  symbol = true,
  whole = false,
  className,
}: Omit<MoneyProps, 'original'>) {
  const locale = useLocale()
  const isHidden = usePrivacy()
  const signed = variant === 'signed' || variant === 'change'
  if (isHidden) return <HiddenAmount className={className} />

  const colour = variant === 'signed' && minorOf(amount, currency) > 0n ? 'text-in' : ''
  const shown =
    variant === 'figure' ? (
      <Figure {...figureParts(amount, currency, { symbol, whole, locale })} />
    ) : (
      moneyText(amount, currency, { signed, symbol, whole, locale })
    )
  return (
    <Spoken
      text={spokenMoney(amount, currency, { signed, whole })}
      className={`${colour} ${className ?? ''}`}
    >
      {shown}
    </Spoken>
  )
}

/** So many characters of a large figure fit beside each other on a phone. */
const MAX_LARGE = 11
/** The width of a character, in parts of its size: no less than that of a figure. */
const CHARACTER = 0.66

/** A large figure. A long one is smaller, so that all of it is in sight, in whatever it stands in. */
const Figure = ({ whole, cents, after }: { whole: string; cents: string; after: string }) => {
  const size = `${whole}${cents}${after}`.replaceAll(/[\u200e\u200f]/g, '').length
  const fontSize =
    size > MAX_LARGE ? `clamp(13px, calc(100cqi / ${(size * CHARACTER).toFixed(1)}), 1em)` : undefined
  return (
    <span style={{ fontSize }}>
      {whole}
      <span className="font-medium text-text-3">{cents}</span>
      {after}
    </span>
  )
}

/** Takes the place of an amount while privacy is on. */
export const HiddenAmount = ({ className }: { className?: string | undefined }) => (
  <Spoken text={hiddenWord()} className={className}>
    <span className="privacy-blur text-text-3">{DOTS}</span>
  </Spoken>
)

/** Text that is read aloud in other words than it is written. The words are not copied with the text. */
export const Spoken = ({
  text,
  children,
  className,
}: {
  text: string
  children: ReactNode
  className?: string | undefined
}) => (
  <span className={`relative whitespace-nowrap tabular-nums ${className ?? ''}`}>
    <bdi aria-hidden="true">{children}</bdi>
    <span className="sr-only select-none">{text}</span>
  </span>
)
