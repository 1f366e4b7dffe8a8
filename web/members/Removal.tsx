import { type Member, removeMember } from '../../contract/members.ts'
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
    ...(!is_you && { words: `${name} is no longer in ${book}` }),
    onDone: () => {
      if (is_you) return goAfter(`You have left ${book}`)
      closeToHeading(onClose) // the button that asked goes with its row
    },
  })
  return (
    <Popup
      title={is_you ? `Leave ${book}?` : `Remove ${name}?`}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{is_you ? 'Stay' : 'Cancel'}</Button>
          <Button
            look="danger"
            isBusy={change.isBusy}
            onClick={() => void change.send({ params: { user_id } })}
          >
            {is_you ? 'Leave' : `Remove ${short}`}
          </Button>
        </>
      }
    >
      <p className="text-table text-text-2">
        {is_you
          ? 'You no longer see this book. What you recorded stays in it. To come back, you need another invitation.'
          : `${short} no longer sees this book, from now on. What ${short} recorded stays in it. To come back, ${short} needs another invitation.`}
      </p>
      {change.sentence && (
        <div className="mt-3">
          <Refusal title={change.sentence} />
        </div>
      )}
    </Popup>
  )
}
