import { useState } from 'react'
import { deleteMe } from '../../contract/auth.ts'
import { useChange } from '../api/change.ts'
import { noteSignedOut, tellTabs } from '../api/person.ts'
import { forgetAllOf } from '../api/queue.ts'
import { useBook, useMe } from '../page/me.ts'
import { SettingsCard } from '../page/Settings.tsx'
import { Button } from '../ui/Button.tsx'
import { forgetDrafts } from '../ui/draft.ts'
import { TextField } from '../ui/Field.tsx'
import { Popup } from '../ui/Popup.tsx'
import { Refusal } from '../ui/States.tsx'

/** Deletes the account and its book for good: the only action that asks for words. */
export function DeleteAccount() {
  const [isOpen, setOpen] = useState(false)
  return (
    <SettingsCard
      title="Delete the account"
      words="Your profile, your book and everything in it are erased. Nothing of it is kept, and nothing brings it back."
    >
      <Button look="danger" onClick={() => setOpen(true)}>
        Delete the account…
      </Button>
      {isOpen && <Ask onClose={() => setOpen(false)} />}
    </SettingsCard>
  )
}

const WORDS = 'delete everything'

function Ask({ onClose }: { onClose: () => void }) {
  const { id, email } = useMe()
  const { name } = useBook()
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
      title="Delete the account?"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Keep everything</Button>
          <Button look="danger" isBusy={change.isBusy} onClick={remove}>
            Delete everything for good
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-table text-text-2">
          The account of {email} and the book “{name}” with all of its transactions, debts, budgets and plans
          are erased at once. This cannot be undone, not by anybody.
        </p>
        <TextField
          label={`Type “${WORDS}”`}
          autoCapitalize="none"
          value={words}
          fault={isTried && !isMeant ? `Type the words: ${WORDS}` : undefined}
          onChange={(event) => setWords(event.target.value)}
        />
        {change.sentence && <Refusal title={change.sentence} />}
      </div>
    </Popup>
  )
}
