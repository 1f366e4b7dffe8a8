import { useState } from 'react'
import { putExchangeRate } from '../../contract/currencies.ts'
import { t } from '../../words/t.ts'
import { useChange } from '../api/change.ts'
import { useToday } from '../page/me.ts'
import { Button } from '../ui/Button.tsx'
import { dayInSentence } from '../ui/dates.ts'
import { Form, TextField } from '../ui/Field.tsx'
import { readRate } from './rate-text.ts'

/** One's own rate for a day, which takes precedence over the published one. */
export function SetRate({
  from,
  to,
  date,
  onDone,
}: {
  from: string
  to: string
  date: string
  onDone?: () => void
}) {
  const today = useToday()
  const [text, setText] = useState('')
  const [isTried, setTried] = useState(false)
  const change = useChange(putExchangeRate, {
    words: t('The rate for {day} is saved', { day: dayInSentence(date, today) }),
    onDone: () => {
      setText('')
      setTried(false)
      onDone?.()
    },
  })
  const rate = readRate(text)
  const fault = isTried && rate === undefined ? t('Write a number, as 0.9221.') : undefined
  return (
    <Form
      needs="write"
      className="mt-4 flex flex-wrap items-start gap-3"
      onSubmit={() => {
        setTried(true)
        if (rate !== undefined) void change.send({ params: { from, to, date }, body: { rate } })
      }}
    >
      <TextField
        label={t('Your own: 1 {from} in {to} [currencies]', { from, to })}
        className="w-60"
        inputMode="decimal"
        value={text}
        fault={fault ?? change.fault('rate') ?? change.sentence}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" isBusy={change.isBusy} className="mt-[26px]">
        {t('Set the rate')}
      </Button>
    </Form>
  )
}
