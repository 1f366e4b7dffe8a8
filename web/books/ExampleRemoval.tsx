import { useEffect, useRef, useState } from 'react'
import type { BookOfPerson } from '../../contract/members.ts'
import { t } from '../../words/t.ts'
import { sentenceOf } from '../api/change.ts'
import { useBooks } from '../page/me.ts'
import { Button } from '../ui/Button.tsx'
import { Popup } from '../ui/Popup.tsx'
import { say } from '../ui/toast.ts'
import { isUsed, leaveExample } from './remove-example.ts'

/** Removes the made-up household at once, unless somebody has recorded something in it: then it asks first. */
export function ExampleRemoval({
  book,
  onAsk,
  onClose,
}: {
  book: BookOfPerson
  /** It waits for an answer: the button that began it is no longer busy. */
  onAsk: () => void
  onClose: () => void
}) {
  const all = useBooks()
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const isBegun = useRef(false)

  const fail = (error: unknown) => {
    say({ words: sentenceOf(error), tone: 'refused' })
    onClose()
  }
  const remove = () => {
    setBusy(true)
    return leaveExample(book, all).catch(fail)
  }
  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true // once for each press
    void isUsed(book).then((used) => {
      if (!used) return remove()
      setAsking(true)
      return onAsk()
    }, fail)
  })

  if (!isAsking) return null
  return (
    <Popup
      title={t('Remove the made-up household?')}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('Keep it')}</Button>
          <Button look="danger" isBusy={isBusy} onClick={() => void remove()}>
            {t('Remove it')}
          </Button>
        </>
      }
    >
      <p className="text-table text-text-2">
        {t(
          'You recorded something in it yourself. That goes with it, and nothing brings it back. Your own book is untouched.',
        )}
      </p>
    </Popup>
  )
}
