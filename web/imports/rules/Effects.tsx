import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  applyImportRule,
  type ImportRule,
  previewImportRule,
  type RuleEffects,
} from '../../../contract/import-rules.ts'
import { call } from '../../api/ask.ts'
import { sentenceOf, useChange } from '../../api/change.ts'
import { Button } from '../../ui/Button.tsx'
import { dayText } from '../../ui/dates.ts'
import { countText } from '../../ui/locale.ts'
import { Money } from '../../ui/Money.tsx'
import { Refusal } from '../../ui/States.tsx'
import { counted } from '../../ui/wording.ts'

const MAX_SHOWN = 20

/** Shows and applies the effects of the saved rule on past transactions. */
export function Effects({ rule }: { rule: ImportRule }) {
  const [isAsked, setAsked] = useState(false)
  const params = { id: rule.id }
  // A query like any other: it is asked again when the book changes, so that the button changes what is shown.
  const {
    data: effects,
    isFetching,
    error,
    refetch,
  } = useQuery({
    queryKey: [previewImportRule.path, rule.id, rule.version],
    queryFn: () => call(previewImportRule, { params, body: {} }),
    enabled: isAsked,
    staleTime: 0,
  })
  const applying = useChange(applyImportRule, {
    words: ({ changed }) => `${counted(changed, 'transaction')} changed by ${rule.name}`,
    onDone: () => setAsked(false),
  })
  const ask = () => {
    setAsked(true)
    if (error) void refetch()
  }
  const apply = async ({ book_version }: RuleEffects) => {
    if (!(await applying.send({ params, body: { book_version } }))) void refetch()
  }
  const refusal = error ? sentenceOf(error) : applying.sentence
  return (
    <section className="border-t border-line pt-4">
      <h3 className="text-table font-semibold">What is there already</h3>
      <p className="mt-1 mb-3 text-table text-text-2">
        The rule, as it is saved, can also be used on earlier transactions. You see first what would change.
      </p>
      {refusal && (
        <div className="mb-3">
          <Refusal title={refusal} />
        </div>
      )}
      {!isAsked || effects === undefined ? (
        <Button needs="write" isBusy={isFetching} onClick={ask}>
          Show what would change
        </Button>
      ) : (
        <>
          <p className="text-table" role="status">
            {wordsOf(effects)}
          </p>
          <ul className="my-3">
            {effects.data.slice(0, MAX_SHOWN).map((one) => (
              <li key={one.transaction_id} className="border-t border-line py-2 text-table first:border-t-0">
                <span className="flex justify-between gap-3">
                  <span className="min-w-0 wrap-anywhere">
                    <span className="text-text-3">{dayText(one.date)}</span> {one.text}
                  </span>
                  <Money amount={one.amount} currency={one.currency_id} />
                </span>
                <span className="block text-caption text-text-2">{changeWords(one)}</span>
              </li>
            ))}
          </ul>
          {effects.changing > MAX_SHOWN && (
            <p className="mb-3 text-caption text-text-3">
              and {counted(effects.changing - MAX_SHOWN, 'more', 'more')}
            </p>
          )}
          {effects.changing > 0 && (
            <Button needs="write" isBusy={applying.isBusy} onClick={() => void apply(effects)}>
              Change {counted(effects.changing, 'transaction')}
            </Button>
          )}
        </>
      )}
    </section>
  )
}

function wordsOf({ matching, changing, closed, is_complete }: RuleEffects): string {
  const parts = [
    matching === 0
      ? 'No transaction fits.'
      : `${counted(matching, 'transaction')} ${matching === 1 ? 'fits' : 'fit'}, and ${changing === 0 ? 'nothing would change' : `${countText(changing)} would change`}.`,
    ...(closed > 0 ? [`${countText(closed)} more are in days that are closed.`] : []),
    ...(is_complete ? [] : ['Only the latest 100,000 were looked through.']),
  ]
  return parts.join(' ')
}

function changeWords({ before, after }: RuleEffects['data'][number]): string {
  const tags = after.tags.filter((tag) => !before.tags.includes(tag)).map((tag) => `#${tag}`)
  return [
    ...(after.to_account_id === before.to_account_id ? [] : [`moved to or from ${after.to_account_name}`]),
    ...(after.to_account_id !== null || after.category_id === before.category_id
      ? []
      : [`${before.category_name} → ${after.category_name}`]),
    ...(after.contact_id === before.contact_id ? [] : [`with ${after.contact_name}`]),
    ...tags,
    ...(after.notes === before.notes ? [] : ['with notes']),
  ].join(', ')
}
