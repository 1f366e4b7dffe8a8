import { ChevronDown } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { classes } from './classes.ts'
import { type Right, useMay } from './rights.ts'

export const inputClasses =
  'w-full min-h-8 touch:min-h-11 rounded-control border border-line-2 bg-surface px-3 py-1.5 text-body touch:text-title text-text placeholder:text-text-3 aria-invalid:border-warn focus:border-accent focus:outline-2 focus:outline-offset-0 focus:outline-accent-soft'

type Around = {
  label: ReactNode
  hint?: ReactNode
  fault?: string | undefined
  isLabelHidden?: boolean
  className?: string
}

/** The ids that tie a control to its label, hint and fault. */
type Ids = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

/** A label above a control, and below it a hint or, in its place, the fault. */
export function Field({
  label,
  hint,
  fault,
  isLabelHidden = false,
  className,
  children,
}: Around & { children: (ids: Ids) => ReactNode }) {
  const id = useId()
  const isDescribed = Boolean(fault ?? hint)
  return (
    <div className={className}>
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'mb-1.5 block text-table font-medium'}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': isDescribed ? `${id}-more` : undefined,
        'aria-invalid': fault ? true : undefined,
      })}
      {isDescribed && (
        <p id={`${id}-more`} className={classes('mt-1.5 text-caption', fault ? 'text-warn' : 'text-text-3')}>
          {fault ?? hint}
        </p>
      )}
    </div>
  )
}

/** A field for a line of text. */
export const TextField = ({
  label,
  hint,
  fault,
  isLabelHidden,
  className,
  ...rest
}: Omit<Around, 'className'> & ComponentProps<'input'>) => (
  <Field
    label={label}
    hint={hint}
    fault={fault}
    isLabelHidden={isLabelHidden ?? false}
    {...(className && { className })}
  >
    {(ids) => <input autoComplete="off" {...rest} {...ids} className={inputClasses} />}
  </Field>
)

/** A field for several lines of text. */
export const TextArea = ({
  label,
  hint,
  fault,
  isLabelHidden,
  className,
  ...rest
}: Omit<Around, 'className'> & ComponentProps<'textarea'>) => (
  <Field
    label={label}
    hint={hint}
    fault={fault}
    isLabelHidden={isLabelHidden ?? false}
    {...(className && { className })}
  >
    {(ids) => <textarea rows={3} {...rest} {...ids} className={inputClasses} />}
  </Field>
)

/** A choice among few: the platform's own list, which every phone and screen reader knows. */
export const SelectField = ({
  label,
  hint,
  fault,
  isLabelHidden,
  className,
  children,
  ...rest
}: Omit<Around, 'className'> & ComponentProps<'select'>) => (
  <Field
    label={label}
    hint={hint}
    fault={fault}
    isLabelHidden={isLabelHidden ?? false}
    {...(className && { className })}
  >
    {(ids) => (
      <div className="relative">
        <select {...rest} {...ids} className={`${inputClasses} appearance-none truncate pe-9`}>
          {children}
        </select>
        <ChevronDown
          size={16}
          aria-hidden
          className="pointer-events-none absolute top-1/2 end-3 -translate-y-1/2 text-text-2"
        />
      </div>
    )}
  </Field>
)

/** A box to tick, with its words beside it. */
export const Checkbox = ({ children, className, ...rest }: ComponentProps<'input'>) => (
  <label className={classes('flex min-h-8 touch:min-h-11 items-center gap-2.5 text-body', className)}>
    <input type="checkbox" {...rest} className="size-4 touch:size-5 shrink-0 accent-fill" />
    {children}
  </label>
)

/** On or off, at once. */
export const Switch = ({
  children,
  className,
  checked,
  ...rest
}: ComponentProps<'input'> & { checked: boolean }) => (
  <label
    className={classes('flex min-h-8 touch:min-h-11 items-center gap-2.5 text-table text-text-2', className)}
  >
    {children}
    <input
      type="checkbox"
      role="switch"
      {...rest}
      checked={checked}
      aria-checked={checked}
      className="relative h-[18px] w-8 shrink-0 appearance-none rounded-full border border-line-2 bg-tile transition-colors before:absolute before:top-[2px] before:start-[2px] before:size-3 before:rounded-full before:bg-line-2 before:transition-transform checked:border-fill checked:bg-fill checked:before:translate-x-[14px] rtl:checked:before:-translate-x-[14px] checked:before:bg-white"
    />
  </label>
)

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit'> & {
  onSubmit: () => unknown
  /** The right that it takes in the book: nobody else sees it. */
  needs?: Right
}

/** A form that does not leave its page: Enter and its button call `onSubmit`. */
export const Form = ({ onSubmit, needs, ...others }: FormProps) =>
  useMay(needs) ? (
    <form
      {...others}
      onSubmit={(event) => {
        event.preventDefault()
        void onSubmit()
      }}
    />
  ) : null
