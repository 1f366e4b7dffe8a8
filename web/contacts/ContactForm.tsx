import { t } from '../../words/t.ts'
import { Form, TextArea, TextField } from '../ui/Field.tsx'
import { Refusal } from '../ui/States.tsx'

/** Its button is at the foot of the sheet, outside of the form. */
export const FORM = 'contact-form'

export type ContactValues = { name: string; email: string; phone: string; notes: string }
export const emptyContact: ContactValues = { name: '', email: '', phone: '', notes: '' }

/** The fields of a contact. */
export function ContactForm({
  values,
  onChange,
  onSubmit,
  fault,
  sentence,
}: {
  values: ContactValues
  onChange: (part: Partial<ContactValues>) => void
  onSubmit: () => void
  fault: (field: string) => string | undefined
  sentence: string | undefined
}) {
  const field = (name: keyof ContactValues) => ({
    value: values[name],
    fault: fault(name),
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  })
  return (
    <Form id={FORM} noValidate className="flex flex-col gap-4 pt-2" onSubmit={onSubmit}>
      <TextField label={t('Name')} autoFocus {...field('name')} />
      <TextField label={t('E-mail')} type="email" {...field('email')} />
      <TextField label={t('Phone')} type="tel" {...field('phone')} />
      <TextArea label={t('Notes')} {...field('notes')} />
      {sentence && <Refusal title={sentence} />}
    </Form>
  )
}
