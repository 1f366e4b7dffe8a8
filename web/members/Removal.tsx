import { type Member, removeMember } from '../../contract/members.ts'
import { t } from '../../words/t.ts'
import { useChange } from '../api/change.ts'
import { closeToHeading, goAfter } from '../books/going.ts'
import { useBook } from '../page/me.ts'
import { nameOfMember } from '../page/people.ts'
import { Button } from '../ui/Button.tsx'
import { shortNameOf } from '../ui/initials.ts'
import { Popup } from '../ui/Popup.tsx'
import { Refusal } from '../ui/States.tsx'

/** The question before somebody leaves or is removed: it cannot be undone, only by another invitation. */
export function Removal({ member, onClose }: { member: Member; onClose: () => void }) {
  const book = useBook().name
  const name = nameOfMember(member)
  const short = shortNameOf(name)
  const { is_you, user_id } = member
  const change = useChange(removeMember, {
    ...(!is_you && { words: t('{person} is no longer in {book}', { person: name, book }) }),
    onDone: () => {
      if (is_you) return goAfter(t('You have left {book}', { book }))
      closeToHeading(onClose) // the button that asked goes with its row
    },
  })
  return (
    <Popup
      title={is_you ? t('Leave {book}?', { book }) : t('Remove {person}?', { person: name })}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{is_you ? t('Stay [in the book]') : t('Cancel')}</Button>
          <Button
            look="danger"
            isBusy={change.isBusy}
            onClick={() => void change.send({ params: { user_id } })}
          >
            {is_you ? t('Leave [the book]') : t('Remove {person}', { person: short })}
          </Button>
        </>
      }
    >
      <p className="text-table text-text-2">
        {is_you
          ? t(
              'You no longer see this book. What you recorded stays in it. To come back, you need another invitation.',
            )
          : t(
              '{person} no longer sees this book, from now on. What {person} recorded stays in it. To come back, {person} needs another invitation.',
              { person: short },
            )}
      </p>
      {change.sentence && (
        <div className="mt-3">
          <Refusal title={change.sentence} />
        </div>
      )}
    </Popup>
  )
}
