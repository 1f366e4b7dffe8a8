import { listUserEvents } from '../../contract/auth.ts'
import { t } from '../../words/t.ts'
import { usePages } from '../api/ask.ts'
import { Loaded } from '../api/Loaded.tsx'
import { useToday } from '../page/me.ts'
import { SettingsCard } from '../page/Settings.tsx'
import { Button } from '../ui/Button.tsx'
import { momentText } from '../ui/dates.ts'
import { eventWords } from './log-words.ts'

export function AccountLog() {
  const today = useToday()
  const query = usePages(listUserEvents, { query: { limit: 20 } })
  return (
    <SettingsCard
      title={t('What happened to your account')}
      words={t(
        'Sign-ins, sign-outs, keys for programs, and changes of your profile and password: the latest 1,000.',
      )}
    >
      <Loaded query={{ data: query.rows, error: query.error, refetch: query.refetch }} rows={3}>
        {(events) => (
          <ol>
            {events.map((event) => (
              <li
                key={event.version}
                className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line py-2 text-table"
              >
                <span className="min-w-0 break-words">{eventWords(event)}</span>
                <span className="text-caption text-text-3">{momentText(event.at, today)}</span>
              </li>
            ))}
          </ol>
        )}
      </Loaded>
      {query.hasNextPage && (
        <Button look="quiet" isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('Show earlier ones')}
        </Button>
      )}
    </SettingsCard>
  )
}
