import { useState } from 'react'
import { type Member, removeMember, updateMember } from '../../contract/members.ts'
import { t } from '../../words/t.ts'
import { useChange } from '../api/change.ts'
import { closeToHeading, goAfter } from '../books/going.ts'
import { useBook, useMe } from '../page/me.ts'
import { nameOfMember } from '../page/people.ts'
import { Button } from '../ui/Button.tsx'
import { SelectField } from '../ui/Field.tsx'
import { shortNameOf } from '../ui/initials.ts'
import { Popup } from '../ui/Popup.tsx'
import { Refusal } from '../ui/States.tsx'
import { say } from '../ui/toast.ts'

/** Makes another member an owner, and then makes the person an editor, or ends their membership. */
export function HandOver({
  others,
  ends,
  onClose,
}: {
  others: readonly Member[]
  /** How it begins: whether the person stays. */
  ends: 'stay' | 'leave'
  onClose: () => void
}) {
  const me = useMe().id
  const book = useBook().name
  const [to, setTo] = useState(
    others.find(({ role }) => role === 'editor')?.user_id ?? others[0]?.user_id ?? '',
  )
  const [then, setThen] = useState(ends)
  const raise = useChange(updateMember)
  const step = useChange(updateMember)
  const leave = useChange(removeMember)
  const heir = others.find(({ user_id }) => user_id === to)
  const name = heir ? shortNameOf(nameOfMember(heir)) : ''
  const sentence = raise.sentence ?? step.sentence ?? leave.sentence
  async function hand() {
    const raised = await raise.send({ params: { user_id: to }, body: { role: 'owner' } })
    if (!raised) return
    if (then === 'leave') {
      if (await leave.send({ params: { user_id: me } }))
        goAfter(t('{person} owns {book} now, and you have left it', { person: name, book }))
      return
    }
    if (!(await step.send({ params: { user_id: me }, body: { role: 'editor' } }))) return
    say({ words: t('{person} owns {book} now, and you are an editor', { person: name, book }) })
    closeToHeading(onClose) // the button that asked is for owners
  }
  return (
    <Popup
      title={t('Hand over the book')}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            look="primary"
            isBusy={raise.isBusy || step.isBusy || leave.isBusy}
            onClick={() => void hand()}
          >
            {t('Hand over to {person}', { person: name })}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <SelectField label={t('To whom')} value={to} onChange={(event) => setTo(event.target.value)}>
          {others.map((member) => (
            <option key={member.user_id} value={member.user_id}>
              {nameOfMember(member)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t('And you')}
          value={then}
          onChange={(event) => setThen(event.target.value === 'leave' ? 'leave' : 'stay')}
        >
          <option value="stay">{t('stay as an editor')}</option>
          <option value="leave">{t('leave the book')}</option>
        </SelectField>
        <p className="text-table text-text-2">
          {t('{person} becomes an owner, who decides about members, closing and the name of {book}.', {
            person: name,
            book,
          })}{' '}
          {then === 'leave'
            ? t('You no longer see it. What you recorded stays in it.')
            : t('You go on recording. Only an owner can make you an owner again.')}
        </p>
        {sentence && <Refusal title={sentence} />}
      </div>
    </Popup>
  )
}
