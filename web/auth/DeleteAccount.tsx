import { useState } from 'react'
import { deleteMe } from '../../contract/auth.ts'
import { t } from '../../words/t.ts'
import { useChange } from '../api/change.ts'
import { noteSignedOut, tellTabs } from '../api/person.ts'
import { forgetAllOf } from '../api/queue.ts'
import { useBooks, useMe } from '../page/me.ts'
import { SettingsCard } from '../page/Settings.tsx'
import { Button } from '../ui/Button.tsx'
import { forgetDrafts } from '../ui/draft.ts'
import { TextField } from '../ui/Field.tsx'
import { Popup } from '../ui/Popup.tsx'
import { Refusal } from '../ui/States.tsx'
import { HandOverFirst, useOwnerless } from './DeleteAccountBooks.tsx'
import { endOfBooks } from './delete-words.ts'

/** Deletes the account and the books of nobody else for good: the only action that asks for words. */
export function DeleteAccount() {
  const books = useBooks()
  const [isOpen, setOpen] = useState(false)
  return (
    <SettingsCard
      title={t('Delete the account')}
      words={t('Your profile is erased. {books_at_end} Nothing brings it back.', {
        books_at_end: endOfBooks(books),
      })}
    >
      <Button look="danger" onClick={() => setOpen(true)}>
        {t('Delete the account…')}
      </Button>
      {isOpen && <Ask onClose={() => setOpen(false)} />}
    </SettingsCard>
  )
}

/** A person types them, and they are compared: they are the same in every language. */
const WORDS = 'delete everything'

function Ask({ onClose }: { onClose: () => void }) {
  const { id, email } = useMe()
  const books = useBooks()
  const ownerless = useOwnerless()
  const isHeld = ownerless.length > 0
  const [words, setWords] = useState('')
  const [isTried, setTried] = useState(false)
  const change = useChange(deleteMe, {
    onDone: async () => {
      await noteSignedOut()
      tellTabs(null)
      forgetDrafts()
      await forgetAllOf(id).catch(() => undefined) // a browser without storage has nothing to forget
      window.location.assign('/sign-in')
    },
  })
  const isMeant = words.trim().toLowerCase() === WORDS
  const remove = () => {
    setTried(true)
    if (isMeant) void change.send({ body: {} })
  }
  return (
    <Popup
      title={t('Delete the account?')}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('Keep everything')}</Button>
          {!isHeld && (
            <Button look="danger" isBusy={change.isBusy} onClick={remove}>
              {t('Delete everything for good')}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-table text-text-2">
          {t(
            'The account of {email} is erased at once. {books_at_end} This cannot be undone, not by anybody.',
            { email, books_at_end: endOfBooks(books) },
          )}
        </p>
        {isHeld ? (
          <HandOverFirst books={ownerless} />
        ) : (
          <TextField
            label={t('Type “{words}”', { words: WORDS })}
            autoCapitalize="none"
            value={words}
            fault={isTried && !isMeant ? t('Type the words: {words}', { words: WORDS }) : undefined}
            onChange={(event) => setWords(event.target.value)}
          />
        )}
        {change.sentence && <Refusal title={change.sentence} />}
      </div>
    </Popup>
  )
}
