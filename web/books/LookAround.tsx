import { Eye } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../words/t.ts'
import { sentenceOf } from '../api/change.ts'
import { useToday } from '../page/me.ts'
import { Button } from '../ui/Button.tsx'

/** A door of the first page: the made-up household, in a book of its own that one click removes. Its code is loaded when it is wanted. */
export function LookAround({ onFault }: { onFault: (sentence: string) => void }) {
  const today = useToday()
  const [part, setPart] = useState<number>()

  async function open() {
    setPart(0)
    try {
      const { makeExample } = await import('./make-example.ts')
      const id = await makeExample(today, setPart)
      location.assign(`/b/${id}/`)
    } catch (error) {
      onFault(sentenceOf(error))
      setPart(undefined)
    }
  }

  return (
    <Button look="quiet" icon={<Eye size={15} />} isBusy={part !== undefined} onClick={() => void open()}>
      {part === undefined
        ? t('Look around first')
        : t('Making it up, {percent, number}%', { percent: Math.round(part * 100) })}
    </Button>
  )
}
