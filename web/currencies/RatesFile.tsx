import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { Refused } from '../../contract/client.ts'
import { type AddedRates, addExchangeRates } from '../../contract/currencies.ts'
import type { Problem } from '../../contract/problem.ts'
import { t } from '../../words/t.ts'
import { send, sentenceOf } from '../api/change.ts'
import { useToday } from '../page/me.ts'
import { Button } from '../ui/Button.tsx'
import { dayInSentence } from '../ui/dates.ts'
import { SelectField } from '../ui/Field.tsx'
import { currencyName } from '../ui/money.ts'
import { rich } from '../ui/rich.ts'
import { Refusal } from '../ui/States.tsx'
import { addedWords } from './rates-file-words.ts'

const ECB_FILES = 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist.zip'

/** Takes the ECB's file, dropped or chosen, as rates of this book. */
export function RatesFile() {
  const today = useToday()
  const [isOver, setOver] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [left, setLeft] = useState<{ file: File; skipped: readonly string[] }>()
  const [refused, setRefused] = useState<{ file: File; sentence: string; problem?: Problem }>()
  async function add(file: File | undefined, date_from?: string, currency_id?: string): Promise<void> {
    if (!file || isBusy) return
    setBusy(true)
    setRefused(undefined)
    try {
      const query = { ...(date_from && { date_from }), ...(currency_id && { currency_id }) }
      const { skipped } = await send(
        addExchangeRates,
        { body: file, query },
        { words: (added: AddedRates) => addedWords(added, today) },
      )
      setLeft({ file, skipped })
    } catch (error) {
      const problem = error instanceof Refused ? error.problem : undefined
      if (problem?.code === 'rates_file_unused')
        setLeft({ file, skipped: (problem.params.skipped ?? []) as string[] }) // the codes of currencies
      setRefused({ file, sentence: sentenceOf(error), ...(problem && { problem }) })
    } finally {
      setBusy(false)
    }
  }
  const fitting = refused?.problem?.code === 'rates_too_many' ? refused.problem.params.date_from : undefined
  return (
    <>
      <label
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          void add(event.dataTransfer.files[0])
        }}
        className={`flex cursor-pointer items-center gap-3 rounded-card border-2 border-dashed px-4 py-3 transition-colors duration-120 hover:border-accent hover:bg-accent-soft has-focus-visible:border-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent ${isOver ? 'border-accent bg-accent-soft' : 'border-line-2 bg-canvas'}`}
      >
        <input
          type="file"
          accept=".csv,.xml,.zip"
          aria-busy={isBusy}
          className="sr-only"
          onChange={(event) => {
            void add(event.target.files?.[0])
            event.target.value = '' // the same file can be chosen again
          }}
        />
        <FileUp size={18} strokeWidth={1.75} aria-hidden className="shrink-0 text-accent" />
        <span className="min-w-0 text-table text-text-2">
          <span className="block font-medium text-text">
            {isBusy ? t('Reading the file …') : t('Drop the ECB’s file here, or choose it')}
          </span>
          {t(
            'For earlier days, or with the daily rates off: CSV, XML or zip. They become your own rates, for the currencies that you use.',
          )}
        </span>
      </label>
      {refused && (
        <div className="mt-3">
          <Refusal
            title={refused.sentence}
            actions={
              typeof fitting === 'string' && (
                <Button isBusy={isBusy} onClick={() => void add(refused.file, fitting)}>
                  {t('Take those from {day} on', { day: dayInSentence(fitting, today) })}
                </Button>
              )
            }
          />
        </div>
      )}
      {left && left.skipped.length > 0 && (
        <Skipped
          skipped={left.skipped}
          isBusy={isBusy}
          onTake={(currency_id) => void add(left.file, undefined, currency_id)}
        />
      )}
      <p className="mt-2 text-caption text-text-3">
        {rich('The file of all days since 1999 is at <link>ecb.europa.eu</link>.', {
          link: (words) => (
            <a
              href={ECB_FILES}
              target="_blank"
              rel="noreferrer"
              className="text-accent underline underline-offset-2"
            >
              {words}
            </a>
          ),
        })}
      </p>
    </>
  )
}

/** The currencies of the file that the book does not use yet; the rates of one can be taken too. */
function Skipped({
  skipped,
  isBusy,
  onTake,
}: {
  skipped: readonly string[]
  isBusy: boolean
  onTake: (currencyId: string) => void
}) {
  const [chosen, setChosen] = useState(skipped[0] ?? '')
  const taken = skipped.includes(chosen) ? chosen : (skipped[0] ?? '')
  return (
    <div className="mt-3 flex flex-wrap items-end gap-2 text-table">
      <SelectField
        label={t(
          '{count, plural, one {Left out, since you do not use it yet} other {Left out, since you do not use them yet}}',
          { count: skipped.length },
        )}
        value={taken}
        onChange={({ target }) => setChosen(target.value)}
      >
        {skipped.map((id) => (
          <option key={id} value={id}>
            {t('{code}, {currency}', { code: id, currency: currencyName(id) })}
          </option>
        ))}
      </SelectField>
      <Button isBusy={isBusy} onClick={() => onTake(taken)}>
        {t('Take {currency} too', { currency: taken })}
      </Button>
    </div>
  )
}
