import { t } from '../../words/t.ts'
import { classes } from '../ui/classes.ts'
import { Money } from '../ui/Money.tsx'
import { rich } from '../ui/rich.ts'
import { CaptionText } from './CaptionText.tsx'
import { debtName } from './debt-name.ts'
import { debtCaption } from './owed.ts'
import { totalOf } from './payment.ts'
import type { usePayment } from './use-payment.ts'

type PaymentInForm = ReturnType<typeof usePayment>

const MAX_CHIPS = 4

/** The radio buttons of one choice. */
const GROUP = 'debt'

/** The amounts that are likely: all of it, or one debt. */
export function PaymentQuick({ payment }: { payment: PaymentInForm }) {
  const { own, chosen, debtCurrency, isOther, change } = payment
  if (own.length < 2) return null
  const choose = (ids: string[] | null) => change({ ids, text: null, counts: null })
  const isAll = payment.isWhole && chosen.length === own.length
  const isOnly = (id: string) => payment.isWhole && chosen.length === 1 && chosen[0]?.id === id
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      {!isOther && (
        <Chip isOn={isAll} onClick={() => choose(own.map(({ id }) => id))}>
          {rich('All {amount}', { amount: <Money amount={totalOf(own)} currency={debtCurrency} /> })}
        </Chip>
      )}
      {own.slice(0, MAX_CHIPS).map((debt) => (
        <Chip key={debt.id} isOn={isOnly(debt.id)} onClick={() => choose([debt.id])} label={debtName(debt)}>
          <Money amount={debt.outstanding_amount} currency={debtCurrency} />
        </Chip>
      ))}
    </div>
  )
}

const Chip = ({
  isOn,
  label,
  onClick,
  children,
}: {
  isOn: boolean
  label?: string
  onClick: () => void
  children: React.ReactNode
}) => (
  <button
    type="button"
    aria-pressed={isOn}
    title={label}
    onClick={onClick}
    className={classes(
      'min-h-7 touch:min-h-11 rounded-control border px-2.5 text-table font-medium',
      isOn ? 'border-transparent bg-accent-soft text-accent' : 'border-line text-text-2 hover:bg-tile',
    )}
  >
    {label && <span className="sr-only">{label} </span>}
    {children}
  </button>
)

/** Which debts the payment counts for. */
export function PaymentDebts({ payment, fault }: { payment: PaymentInForm; fault: string | undefined }) {
  const { own, chosen, debtCurrency, isOther, today, change } = payment
  const toggle = (id: string, isOn: boolean) => {
    const before = chosen.map((debt) => debt.id)
    const ids = isOther ? [id] : isOn ? [...before, id] : before.filter((one) => one !== id)
    change({ ids, text: null, counts: null })
  }
  return (
    <fieldset>
      <legend className="mb-1.5 text-table font-medium">{t('For [debts]')}</legend>
      <div className="overflow-hidden rounded-control border border-line">
        {own.map((debt) => {
          const isOn = chosen.includes(debt)
          return (
            <label
              key={debt.id}
              className={classes(
                'flex min-h-11 cursor-pointer items-center gap-3 border-t border-line px-3 py-1.5 first:border-t-0',
                isOn && 'bg-accent-soft',
              )}
            >
              <input
                type={isOther ? 'radio' : 'checkbox'}
                name={GROUP}
                checked={isOn}
                onChange={(event) => toggle(debt.id, event.target.checked)}
                className="size-4 touch:size-5 shrink-0 accent-fill"
              />
              <span className="min-w-0 flex-1">
                <span className="block truncate">{debtName(debt)}</span>
                <span className="block truncate text-caption text-text-2">
                  <CaptionText caption={debtCaption(debt, today)} />
                </span>
              </span>
              <Money amount={debt.outstanding_amount} currency={debtCurrency} />
            </label>
          )
        })}
      </div>
      {fault && <p className="mt-1.5 text-caption text-warn">{fault}</p>}
      {isOther && own.length > 1 && (
        <p className="mt-1.5 text-caption text-text-3">
          {t('A payment in another currency is for one debt at a time.')}
        </p>
      )}
    </fieldset>
  )
}
