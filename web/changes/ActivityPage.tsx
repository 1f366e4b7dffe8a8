import { useQuery } from '@tanstack/react-query'
import { History as HistoryIcon } from 'lucide-react'
import { useState } from 'react'
import { listChanges } from '../../contract/changes.ts'
import { listImports } from '../../contract/imports.ts'
import type { Problem } from '../../contract/problem.ts'
import { t } from '../../words/t.ts'
import { useAsk, usePages } from '../api/ask.ts'
import { undo } from '../api/change.ts'
import { Loaded } from '../api/Loaded.tsx'
import { accounts } from '../page/accounts.ts'
import { useAddress } from '../page/address.ts'
import { useToday } from '../page/me.ts'
import { SettingsFrame } from '../page/Settings.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { dayLong, nearDay } from '../ui/dates.ts'
import { More } from '../ui/More.tsx'
import { Empty } from '../ui/States.tsx'
import { ActivityFilters } from './ActivityFilters.tsx'
import { activityFiltersIn, dayAt, filterNames } from './activity-filters.ts'
import { type ChangeGroup, grouped, originIn, toldGroups } from './change-words.ts'
import { GroupRow } from './GroupRow.tsx'
import { useAreNamesHere } from './Value.tsx'
import { VersionSheet } from './VersionSheet.tsx'

const PAGE_SIZE = 100

/** Who changed what and when, and how it was before; every version can be undone. */
export function ActivityPage() {
  const { search, open, filter } = useAddress()
  const [refused, setRefused] = useState<{ version: number; problem: Problem }>()
  const query = usePages(listChanges, {
    query: { ...activityFiltersIn(search), order: 'desc', limit: PAGE_SIZE },
  })
  const version = Number(search.version ?? 0)
  const groups = toldGroups(grouped(query.rows ?? []), query.hasNextPage, PAGE_SIZE)
  const { fileOf, isLoading } = useFiles()
  const isComplete = useAreNamesHere() && !isLoading
  const chain = originIn(groups)
  const originOf = (group: ChangeGroup) => {
    const { isRedone, version: first } = chain(group)
    return { isRedone, from: fileOf(first) }
  }
  const tryUndo = (which: number) => {
    setRefused(undefined)
    void undo(which, (problem) => {
      setRefused({ version: which, problem })
      if (which !== version) open({ version: String(which) })
    })
  }
  const close = () => {
    setRefused(undefined)
    filter({ version: undefined })
  }
  return (
    <SettingsFrame title={t('Activity')}>
      <ActivityFilters rows={query.rows ?? []} />
      <Loaded
        query={{ data: isComplete ? query.rows : undefined, error: query.error, refetch: query.refetch }}
        rows={8}
      >
        {() =>
          groups.length === 0 ? (
            <Nothing isFiltered={Object.keys(activityFiltersIn(search)).length > 0} />
          ) : (
            byDay(groups).map(([day, list]) => (
              <Day key={day} day={day} groups={list} originOf={originOf} version={version} onUndo={tryUndo} />
            ))
          )
        }
      </Loaded>
      {isComplete && query.hasNextPage && (
        <More isBusy={query.isFetchingNextPage} onMore={() => void query.fetchNextPage()}>
          {t('Show earlier changes')}
        </More>
      )}
      {version > 0 && (
        <VersionSheet
          key={version}
          version={version}
          problem={refused?.version === version ? refused.problem : undefined}
          onUndo={tryUndo}
          onClose={close}
        />
      )}
    </SettingsFrame>
  )
}

/** The latest files, by the version that recorded each: its name, and the account that it is of. */
function useFiles(): { fileOf: (version: number) => string | undefined; isLoading: boolean } {
  const { data: imports, isLoading } = useAsk(listImports, { query: { status: 'committed', limit: 200 } })
  const { data: all } = useQuery(accounts)
  const fileOf = (version: number) => {
    const file = imports?.data.find((one) => one.committed_version === version)
    const account = all?.find(({ id }) => id === file?.account_id)?.name
    return file && (account ? t('{file}, {account}', { file: file.filename, account }) : file.filename)
  }
  return { fileOf, isLoading }
}

const byDay = (groups: readonly ChangeGroup[]): [string, ChangeGroup[]][] => [
  ...Map.groupBy(groups, ({ at }) => dayAt(at)).entries(),
]

function Day({
  day,
  groups,
  originOf,
  version,
  onUndo,
}: {
  day: string
  groups: readonly ChangeGroup[]
  originOf: (group: ChangeGroup) => { isRedone: boolean; from: string | undefined }
  version: number
  onUndo: (version: number) => void
}) {
  const today = useToday()
  return (
    <section className="mb-5">
      <h2 className="mb-2 text-table font-semibold text-text-2">
        {nearDay(day, today) ?? dayLong(day, today)}
      </h2>
      <Card>
        <ol className="overflow-hidden rounded-card">
          {groups.map((group) => (
            <GroupRow
              key={group.version}
              group={group}
              origin={originOf(group)}
              isOpen={group.version === version}
              onUndo={onUndo}
            />
          ))}
        </ol>
      </Card>
    </section>
  )
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  const { filter } = useAddress()
  if (!isFiltered) return <Empty icon={<HistoryIcon size={20} />} title={t('Nothing has happened yet')} />
  const clear = () => filter(Object.fromEntries(filterNames.map((name) => [name, undefined])))
  return (
    <Empty
      icon={<HistoryIcon size={20} />}
      title={t('Nothing matches')}
      actions={<Button onClick={clear}>{t('Clear filters')}</Button>}
    />
  )
}
