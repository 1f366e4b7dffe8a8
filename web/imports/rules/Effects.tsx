import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  applyImportRule,
  type ImportRule,
  previewImportRule,
  type RuleEffects,
} from '../../../contract/import-rules.ts'
import { t } from '../../../words/t.ts'
import { call } from '../../api/ask.ts'
import { sentenceOf, useChange } from '../../api/change.ts'
import { Button } from '../../ui/Button.tsx'
import { dayText } from '../../ui/dates.ts'
import { Money } from '../../ui/Money.tsx'
import { onward } from '../../ui/reading.ts'
import { Refusal } from '../../ui/States.tsx'
import { withCommas } from '../said/commas.ts'

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
    words: ({ changed }) =>
      t('{count, plural, one {# transaction changed by {rule}} other {# transactions changed by {rule}}}', {
        count: changed,
        rule: rule.name,
      }),
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
      <h3 className="text-table font-semibold">{t('What is there already')}</h3>
      <p className="mt-1 mb-3 text-table text-text-2">
        {t(
          'The rule, as it is saved, can also be used on earlier transactions. You see first what would change.',
        )}
      </p>
      {refusal && (
        <div className="mb-3">
          <Refusal title={refusal} />
        </div>
      )}
      {!isAsked || effects === undefined ? (
        <Button needs="write" isBusy={isFetching} onClick={ask}>
          {t('Show what would change')}
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
              {t('{count, plural, one {and # more} other {and # more}}', {
                count: effects.changing - MAX_SHOWN,
              })}
            </p>
          )}
          {effects.changing > 0 && (
            <Button needs="write" isBusy={applying.isBusy} onClick={() => void apply(effects)}>
              {t('{count, plural, one {Change # transaction} other {Change # transactions}}', {
                count: effects.changing,
              })}
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
      ? t('No transaction fits.')
      : changing === 0
        ? t(
            '{count, plural, one {# transaction fits, and nothing would change.} other {# transactions fit, and nothing would change.}}',
            { count: matching },
          )
        : t(
            '{count, plural, one {# transaction fits} other {# transactions fit}}, and {changing, plural, one {# would change} other {# would change}}.',
            { count: matching, changing },
          ),
    ...(closed > 0
      ? [
          t(
            '{count, plural, one {# more are in days that are closed.} other {# more are in days that are closed.}}',
            { count: closed },
          ),
        ]
      : []),
    ...(is_complete ? [] : [t('Only the latest 100,000 were looked through.')]),
  ]
  return parts.join(' ')
}

function changeWords({ before, after }: RuleEffects['data'][number]): string {
  const tags = after.tags.filter((tag) => !before.tags.includes(tag)).map((tag) => `#${tag}`)
  return withCommas([
    ...(after.to_account_id === before.to_account_id
      ? []
      : [t('moved to or from {account}', { account: after.to_account_name ?? '' })]),
    ...(after.to_account_id !== null || after.category_id === before.category_id
      ? []
      : [`${before.category_name} ${onward()} ${after.category_name}`]),
    ...(after.contact_id === before.contact_id
      ? []
      : [t('with {person}', { person: after.contact_name ?? '' })]),
    ...tags,
    ...(after.notes === before.notes ? [] : [t('with notes')]),
  ])
}
