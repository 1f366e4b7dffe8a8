import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { t } from '../../words/t.ts'
import { classes } from '../ui/classes.ts'
import { Field, inputClasses } from '../ui/Field.tsx'
import { type Strength, strengthOf, strengthWords } from './strength.ts'

type Props = Omit<ComponentProps<'input'>, 'type'> & { label: string; fault?: string | undefined }

/** A field for a password; the eye button reveals it. */
export function PasswordField({ label, fault, hint, ...rest }: Props & { hint?: ReactNode }) {
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <Field label={label} fault={fault} hint={hint}>
      {(ids) => (
        <div className="relative">
          <input
            {...rest}
            {...ids}
            type={isShown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            className={`${inputClasses} pe-11`}
          />
          <button
            type="button"
            aria-pressed={isShown}
            aria-label={t('Show the password')}
            title={isShown ? t('Hide the password') : t('Show the password')}
            onClick={() => setShown(!isShown)}
            className="absolute inset-y-0 end-0 grid w-11 place-items-center rounded-control text-text-2 hover:text-text"
          >
            <Icon size={18} strokeWidth={1.75} />
          </button>
        </div>
      )}
    </Field>
  )
}

/** A field for a new password, with a bar that says how hard it is to guess. `known` is what everybody knows of the person. */
export function NewPasswordField({
  known = [],
  value,
  ...rest
}: Props & { value: string; known?: readonly string[] }) {
  const strength = strengthOf(value, known)
  return (
    <PasswordField
      autoComplete="new-password"
      {...rest}
      value={value}
      hint={
        <>
          {value !== '' && <StrengthBar strength={strength} />}
          <span role="status">{strengthWords(strength)}</span>
        </>
      }
    />
  )
}

const StrengthBar = ({ strength }: { strength: Strength }) => (
  <span aria-hidden className="mb-1.5 flex gap-1">
    {[1, 2, 3, 4].map((step) => (
      <span
        key={step}
        className={classes(
          'h-[3px] flex-1 rounded-full transition-colors duration-180',
          step <= strength ? 'bg-chart-3' : 'bg-tile',
        )}
      />
    ))}
  </span>
)
