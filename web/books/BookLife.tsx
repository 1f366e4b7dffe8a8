import { useState } from 'react'
import { updateMe } from '../../contract/auth.ts'
import { updateBook } from '../../contract/books.ts'
import { deleteBook, removeMember } from '../../contract/members.ts'
import { useChange } from '../api/change.ts'
import { useBook, useBooks, useMe, useMembership } from '../page/me.ts'
import { SettingsCard } from '../page/Settings.tsx'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/Field.tsx'
import { Popup } from '../ui/Popup.tsx'
import { Refusal } from '../ui/States.tsx'
import { goAfter } from './going.ts'

/** Which book opens first, and how this one is archived, left or deleted. Somebody with one book has nothing to choose here. */
export function BookLife() {
  const here = useMembership()
  if (useBooks().length < 2 || !here) return null
  return (
    <>
      <First />
      {here.role === 'owner' && <Archiving />}
      {here.others.length > 0 && <Leaving />}
      {here.role === 'owner' && <Deleting />}
    </>
  )
}

function First() {
  const { name, id } = useBook()
  const here = useMembership()
  const change = useChange(updateMe, { words: `${name} opens first from now on` })
  const first = useBooks().find(({ is_default }) => is_default)
  return (
    <SettingsCard
      title="Which book opens first"
      words={
        here?.is_default
          ? 'This one. It opens where an address names no book, and programs without a book of their own work in it.'
          : `${first?.name ?? 'Another one'}. It opens where an address names no book, and programs without a book of their own work in it.`
      }
    >
      {here && !here.is_default && !here.is_archived && (
        <>
          {change.sentence && <Refusal title={change.sentence} />}
          <Button isBusy={change.isBusy} onClick={() => void change.send({ body: { default_book_id: id } })}>
            Let {name} open first
          </Button>
        </>
      )}
    </SettingsCard>
  )
}

/** Why something cannot be done with the default book. */
const isFirst = 'This is the book that opens first. Let another one open first, in its settings.'

function Archiving() {
  const here = useMembership()
  const isArchived = here?.is_archived === true
  const change = useChange(updateBook, {
    words: isArchived ? 'The book is in use again' : 'The book is archived',
    isFinal: true, // an archived book takes no undo: the card takes it out again
  })
  return (
    <SettingsCard
      title={isArchived ? 'Take it out again' : 'Archive'}
      words={
        isArchived
          ? 'Then it can be changed again, by everybody who could before.'
          : 'An archived book can be read, and nobody changes anything in it. It can be taken out at any time.'
      }
    >
      {change.sentence && (
        <div className="mb-3">
          <Refusal title={change.sentence} />
        </div>
      )}
      {here?.is_default ? (
        <p className="text-table text-text-2">{isFirst}</p>
      ) : (
        <Button
          isBusy={change.isBusy}
          onClick={() => void change.send({ body: { is_archived: !isArchived } })}
        >
          {isArchived ? 'Take it out' : 'Archive it'}
        </Button>
      )}
    </SettingsCard>
  )
}

function Leaving() {
  const { name } = useBook()
  const change = useChange(removeMember, { onDone: () => goAfter(`You have left ${name}`) })
  const { id } = useMe()
  const [isOpen, setOpen] = useState(false)
  return (
    <SettingsCard title="Leave" words="What you recorded stays in the book, with your name.">
      <Button onClick={() => setOpen(true)}>Leave {name}…</Button>
      {isOpen && (
        <Popup
          title={`Leave ${name}?`}
          onClose={() => setOpen(false)}
          foot={
            <>
              <Button onClick={() => setOpen(false)}>Stay</Button>
              <Button
                look="danger"
                isBusy={change.isBusy}
                onClick={() => void change.send({ params: { user_id: id } })}
              >
                Leave it
              </Button>
            </>
          }
        >
          <p className="text-table text-text-2">You come back only if somebody in it invites you again.</p>
          {change.sentence && (
            <div className="mt-3">
              <Refusal title={change.sentence} />
            </div>
          )}
        </Popup>
      )}
    </SettingsCard>
  )
}

function Deleting() {
  const here = useMembership()
  const [isOpen, setOpen] = useState(false)
  return (
    <SettingsCard
      title="Delete for good"
      words="The book is erased, for everybody in it. Nothing of it is kept, and nothing brings it back."
    >
      {here?.is_default ? (
        <p className="text-table text-text-2">{isFirst}</p>
      ) : (
        <Button look="danger" onClick={() => setOpen(true)}>
          Delete the book…
        </Button>
      )}
      {isOpen && <AskName onClose={() => setOpen(false)} />}
    </SettingsCard>
  )
}

function AskName({ onClose }: { onClose: () => void }) {
  const { name } = useBook()
  const [typed, setTyped] = useState('')
  const [isTried, setTried] = useState(false)
  const change = useChange(deleteBook, { onDone: () => goAfter(`${name} is deleted for good`) })
  const isMeant = typed.normalize().trim() === name.normalize().trim()
  const remove = () => {
    setTried(true)
    if (isMeant) void change.send({ body: { name: typed } })
  }
  return (
    <Popup
      title={`Delete ${name}?`}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button look="danger" isBusy={change.isBusy} onClick={remove}>
            Delete it for good
          </Button>
        </>
      }
    >
      <TextField
        label={`Type the name of the book: ${name}`}
        autoCapitalize="none"
        autoComplete="off"
        value={typed}
        fault={isTried && !isMeant ? 'This is not its name.' : change.fault('name')}
        onChange={(event) => setTyped(event.target.value)}
      />
      {change.sentence && (
        <div className="mt-3">
          <Refusal title={change.sentence} />
        </div>
      )}
    </Popup>
  )
}
