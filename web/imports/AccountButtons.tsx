import type { Account } from '../../contract/accounts.ts'
import type { Import } from '../../contract/imports.ts'
import { t } from '../../words/t.ts'
import { worth } from '../page/accounts.ts'
import { useBook } from '../page/me.ts'
import { classes } from '../ui/classes.ts'
import { IconTile, iconOfAccount } from '../ui/icons.tsx'
import { Money } from '../ui/Money.tsx'

/** More accounts than these are searched rather than read. */
export const MAX_BUTTONS = 7

/** The accounts that a file may be of, each a button with its balance: one press answers. */
export function AccountButtons({
  label,
  accounts,
  lastId,
  likely,
  isBusy,
  onChoose,
}: {
  label: string
  accounts: readonly Account[]
  /** The account of the same file when it was recorded before, and undone. */
  lastId: string | null
  likely: Pick<Import, 'account_id' | 'filename'> | null
  isBusy: boolean
  onChoose: (id: string) => void
}) {
  const base = useBook().base_currency_id
  return (
    <fieldset disabled={isBusy}>
      <legend className="mb-2 text-body font-semibold">{label}</legend>
      <ul className="grid grid-cols-1 gap-2 sm:grid-cols-2">
        {accounts.map((account) => (
          <li key={account.id}>
            <button
              type="button"
              onClick={() => onChoose(account.id)}
              aria-current={account.id === likely?.account_id || undefined}
              className={classes(
                'flex min-h-12 w-full items-center gap-3 rounded-control border px-3 py-1.5 text-start hover:border-accent hover:bg-accent-soft',
                account.id === likely?.account_id
                  ? 'border-accent bg-accent-soft'
                  : 'border-line-2 bg-surface',
              )}
            >
              <IconTile icon={iconOfAccount(account.name, account.type)} />
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">{account.name}</span>
                {likely !== null && account.id === likely.account_id && (
                  <span className="block truncate text-caption text-text-2">
                    {t('as for {file}, which has the same columns', { file: likely.filename })}
                  </span>
                )}
                {account.id === lastId && (
                  <span className="block text-caption text-text-2">{t('as before you undid it')}</span>
                )}
              </span>
              <Money amount={worth(account, base)} currency={base} className="text-table text-text-2" />
            </button>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
