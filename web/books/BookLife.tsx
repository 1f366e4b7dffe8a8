import { useState } from 'react'
import { updateMe } from '../../contract/auth.ts'
import { updateBook } from '../../contract/books.ts'
import { deleteBook, removeMember } from '../../contract/members.ts'
import { t } from '../../words/t.ts'
import { useChange } from '../api/change.ts'
import { useBook, useBooks, useMe, useMembership } from '../page/me.ts'
import { SettingsCard } from '../page/Settings.tsx'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/Field.tsx'
import { Popup } from '../ui/Popup.tsx'
import { Refusal } from '../ui/States.tsx'
import { firstWords } from './book-words.ts'
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
  const change = useChange(updateMe, { words: t('{book} opens first from now on', { book: name }) })
  const first = useBooks().find(({ is_default }) => is_default)
  return (
    <SettingsCard
      title={t('Which book opens first')}
      words={firstWords(here?.is_default === true, first?.name)}
    >
      {here && !here.is_default && !here.is_archived && (
        <>
          {change.sentence && <Refusal title={change.sentence} />}
          <Button isBusy={change.isBusy} onClick={() => void change.send({ body: { default_book_id: id } })}>
            {t('Let {book} open first', { book: name })}
          </Button>
        </>
      )}
    </SettingsCard>
  )
}

/** Why something cannot be done with the default book. */
const isFirst = () => t('This is the book that opens first. Let another one open first, in its settings.')

function Archiving() {
  const here = useMembership()
  const isArchived = here?.is_archived === true
  const change = useChange(updateBook, {
    words: isArchived ? t('The book is in use again') : t('The book is archived'),
    isFinal: true, // an archived book takes no undo: the card takes it out again
  })
  return (
    <SettingsCard
      title={isArchived ? t('Take it out again [out of the archive]') : t('Archive [verb]')}
      words={
        isArchived
          ? t('Then it can be changed again, by everybody who could before.')
          : t(
              'An archived book can be read, and nobody changes anything in it. It can be taken out at any time.',
            )
      }
    >
      {change.sentence && (
        <div className="mb-3">
          <Refusal title={change.sentence} />
        </div>
      )}
      {here?.is_default ? (
        <p className="text-table text-text-2">{isFirst()}</p>
      ) : (
        <Button
          isBusy={change.isBusy}
          onClick={() => void change.send({ body: { is_archived: !isArchived } })}
        >
          {isArchived ? t('Take it out [out of the archive]') : t('Archive it')}
        </Button>
      )}
    </SettingsCard>
  )
}

function Leaving() {
  const { name } = useBook()
  const change = useChange(removeMember, { onDone: () => goAfter(t('You have left {book}', { book: name })) })
  const { id } = useMe()
  const [isOpen, setOpen] = useState(false)
  return (
    <SettingsCard
      title={t('Leave [the book]')}
      words={t('What you recorded stays in the book, with your name.')}
    >
      <Button onClick={() => setOpen(true)}>{t('Leave {book}…', { book: name })}</Button>
      {isOpen && (
        <Popup
          title={t('Leave {book}?', { book: name })}
          onClose={() => setOpen(false)}
          foot={
            <>
              <Button onClick={() => setOpen(false)}>{t('Stay [in the book]')}</Button>
              <Button
                look="danger"
                isBusy={change.isBusy}
                onClick={() => void change.send({ params: { user_id: id } })}
              >
                {t('Leave it [the book]')}
              </Button>
            </>
          }
        >
          <p className="text-table text-text-2">
            {t('You come back only if somebody in it invites you again.')}
          </p>
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
      title={t('Delete for good')}
      words={t('The book is erased, for everybody in it. Nothing of it is kept, and nothing brings it back.')}
    >
      {here?.is_default ? (
        <p className="text-table text-text-2">{isFirst()}</p>
      ) : (
        <Button look="danger" onClick={() => setOpen(true)}>
          {t('Delete the book…')}
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
  const change = useChange(deleteBook, {
    onDone: () => goAfter(t('{book} is deleted for good', { book: name })),
  })
  const isMeant = typed.normalize().trim() === name.normalize().trim()
  const remove = () => {
    setTried(true)
    if (isMeant) void change.send({ body: { name: typed } })
  }
  return (
    <Popup
      title={t('Delete {book}?', { book: name })}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('Keep it')}</Button>
          <Button look="danger" isBusy={change.isBusy} onClick={remove}>
            {t('Delete it for good')}
          </Button>
        </>
      }
    >
      <TextField
        label={t('Type the name of the book: {book}', { book: name })}
        autoCapitalize="none"
        autoComplete="off"
        value={typed}
        fault={isTried && !isMeant ? t('This is not its name.') : change.fault('name')}
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
