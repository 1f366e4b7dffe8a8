import { useEffect, useRef } from 'react'
import type { MappingChange, Need } from '../../contract/import-mapping.ts'
import { t } from '../../words/t.ts'
import { useToday } from '../page/me.ts'
import { useShortcut } from '../page/shortcuts.ts'
import { Card } from '../ui/Card.tsx'
import { classes } from '../ui/classes.ts'
import { weekdayAndShort } from '../ui/dates.ts'
import { Kbd } from '../ui/Kbd.tsx'
import { Money } from '../ui/Money.tsx'
import { typeset } from '../ui/wording.ts'
import { answerWords, questionWords } from './question-words.ts'

type Answer = (mapping: MappingChange) => void

/** What the file leaves open, a card for each question. On a phone there is one at a time. */
export function ReadingQuestions({
  needs,
  currency,
  isBusy,
  onAnswer,
}: {
  needs: readonly Need[]
  currency: string
  isBusy: boolean
  onAnswer: Answer
}) {
  const [first] = needs
  const place = useRef<HTMLDivElement>(null)
  const former = useRef(first?.what)
  useEffect(() => {
    // An answer goes on to the next question.
    if (former.current !== first?.what) place.current?.querySelector('button')?.focus()
    former.current = first?.what
  }, [first])
  const answer = (index: number) => {
    const choice = first?.choices[index]
    if (choice && !isBusy) onAnswer(choice.mapping)
  }
  useShortcut('1', t('Answer the question with the first reading'), () => answer(0))
  useShortcut('2', t('Answer the question with the second reading'), () => answer(1))
  return (
    <div ref={place} className="flex flex-col gap-3">
      {needs.map((need, index) => (
        <Question
          key={need.what}
          need={need}
          currency={currency}
          place={
            needs.length > 1
              ? t('question {number} of {count}', { number: index + 1, count: needs.length })
              : undefined
          }
          isFirst={index === 0}
          isBusy={isBusy}
          onAnswer={onAnswer}
        />
      ))}
    </div>
  )
}

function Question({
  need,
  currency,
  place,
  isFirst,
  isBusy,
  onAnswer,
}: {
  need: Need
  currency: string
  place: string | undefined
  isFirst: boolean
  isBusy: boolean
  onAnswer: Answer
}) {
  const today = useToday()
  return (
    <Card
      className={classes(
        'p-5 max-sm:p-4',
        isFirst ? 'border-accent outline-2 outline-accent-soft' : 'max-sm:hidden',
      )}
    >
      <div className="flex items-baseline gap-3">
        <h2 className="min-w-0 flex-1 text-body font-semibold">{questionWords(need, today)}</h2>
        {place && <span className="shrink-0 text-caption text-text-2">{place}</span>}
      </div>
      <p className="mt-1 text-table text-text-2">{typeset(need.why)}</p>
      {need.choices.length > 0 && (
        <div className="mt-4 grid grid-cols-1 gap-3 sm:grid-cols-2">
          {need.choices.map((choice, index) => (
            <button
              key={choice.value}
              type="button"
              disabled={isBusy}
              onClick={() => onAnswer(choice.mapping)}
              className="min-w-0 rounded-control border border-line px-4 py-3 text-start hover:border-accent hover:bg-tile disabled:opacity-60"
            >
              <span className="flex items-center gap-2 font-semibold">
                <span className="min-w-0 flex-1 truncate">{answerWords(need, choice, today)}</span>
                {isFirst && index < 2 && (
                  <span className="max-sm:hidden">
                    <Kbd>{index + 1}</Kbd>
                  </span>
                )}
              </span>
              {choice.rows.map((row) => (
                <span
                  key={row.line}
                  className="mt-2 flex items-baseline gap-3 border-t border-line pt-2 text-table"
                >
                  <span className="shrink-0 text-text-2 tabular-nums">{row.written}</span>
                  <span className="min-w-0 flex-1 truncate text-text-2">{row.words}</span>
                  <span className="shrink-0 font-semibold">
                    {need.what === 'day_order' ? (
                      weekdayAndShort(row.date)
                    ) : (
                      <Money amount={row.amount} currency={currency} variant="signed" />
                    )}
                  </span>
                </span>
              ))}
              {choice.rows.length === 0 && (
                <span className="mt-2 block text-table text-text-2">{typeset(choice.example)}</span>
              )}
            </button>
          ))}
        </div>
      )}
    </Card>
  )
}
