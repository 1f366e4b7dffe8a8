import { t } from '../../words/t.ts'
import { useBooks } from '../page/me.ts'
import { SelectField } from '../ui/Field.tsx'

/** Which books a key opens: all, or one. Somebody with one book is not asked. */
export function KeyBook({
  value,
  fault,
  onChange,
}: {
  value: string | null
  fault: string | undefined
  onChange: (bookId: string | null) => void
}) {
  const books = useBooks()
  if (books.length < 2) return null
  return (
    <SelectField
      label={t('Opens [a key]')}
      value={value ?? ''}
      fault={fault}
      onChange={(event) => onChange(event.target.value || null)}
    >
      <option value="">{t('All my books')}</option>
      {books.map(({ id, name }) => (
        <option key={id} value={id}>
          {t('Only {book}', { book: name })}
        </option>
      ))}
    </SelectField>
  )
}
