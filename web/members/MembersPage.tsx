import { useQuery } from '@tanstack/react-query'
import { Crown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Day } from '../../contract/day.ts'
import { listMembers, type Member } from '../../contract/members.ts'
import { t } from '../../words/t.ts'
import { asking } from '../api/ask.ts'
import { Loaded } from '../api/Loaded.tsx'
import { useToday } from '../page/me.ts'
import { nameOfMember } from '../page/people.ts'
import { SettingsFrame } from '../page/Settings.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { dayInSentence, dayOfMoment } from '../ui/dates.ts'
import { Initials } from '../ui/Initials.tsx'
import { rich } from '../ui/rich.ts'
import { useMay } from '../ui/rights.ts'
import { HandOver } from './HandOver.tsx'
import { Invite } from './Invite.tsx'
import { MemberRow } from './MemberRow.tsx'
import { isOnlyOwner, onlyOwnerWords } from './member-words.ts'
import { RoleTable } from './RoleTable.tsx'
import { upToDate } from './up-to-date.ts'

/** The people of the book: who they are, what each may, how others come in, and how one leaves. */
export function MembersPage() {
  const query = useQuery({ ...asking(listMembers), ...upToDate })
  const mayOwn = useMay('own')
  const [handing, setHanding] = useState<'stay' | 'leave'>()
  const members = query.data?.data ?? []
  const present = members.filter(({ role }) => role !== null)
  const others = present.filter(({ is_you }) => !is_you)
  return (
    <SettingsFrame
      title={t('Members')}
      end={
        mayOwn &&
        others.length > 0 && (
          <Button icon={<Crown size={15} />} onClick={() => setHanding('stay')}>
            {t('Hand over the book')}
          </Button>
        )
      }
    >
      <div className="@container flex flex-col gap-4">
        <Card>
          <Loaded query={query} rows={3}>
            {() => <People members={present} onHandOver={() => setHanding('leave')} />}
          </Loaded>
          {isOnlyOwner(members) && <OnlyOwner others={others} />}
        </Card>
        <div className={mayOwn ? 'grid grid-cols-1 items-start gap-4 @3xl:grid-cols-2' : 'max-w-130'}>
          {mayOwn && <Invite />}
          <RoleTable />
        </div>
        <Left members={members.filter(({ role }) => role === null)} />
      </div>
      {handing && others.length > 0 && (
        <HandOver others={others} ends={handing} onClose={() => setHanding(undefined)} />
      )}
    </SettingsFrame>
  )
}

const People = ({ members, onHandOver }: { members: readonly Member[]; onHandOver: () => void }) => (
  <>
    <div
      aria-hidden
      className="hidden border-b border-line px-5 py-2.5 text-caption font-medium text-text-2 @xl:grid @xl:grid-cols-[minmax(0,5fr)_minmax(0,3fr)_minmax(0,6fr)_84px] @xl:gap-3"
    >
      <span>{t('Person')}</span>
      <span>{t('Role')}</span>
      <span>{t('May [verb, head of a column: what each may do]')}</span>
    </div>
    <ul aria-label={t('Members')} className="divide-y divide-line">
      {members.map((member) => (
        <MemberRow key={member.user_id} member={member} members={members} onHandOver={onHandOver} />
      ))}
    </ul>
  </>
)

/** Why the only owner cannot leave yet. */
const OnlyOwner = ({ others }: { others: readonly Member[] }) => (
  <p className="border-t border-line px-5 py-3 text-caption text-text-2">
    {t('You are the only owner.')} {onlyOwnerWords(others.map(nameOfMember))}
  </p>
)

/** Kai Sommer, left 1 October */
function leftWords({ name, left_at }: Member, today: Day) {
  const who = (inner: ReactNode) => <span className="font-medium wrap-anywhere">{inner}</span>
  if (!left_at) return who(nameOfMember({ name }))
  const parts = {
    name: nameOfMember({ name }),
    day: dayInSentence(dayOfMoment(left_at), today),
    who,
    more: (inner: ReactNode) => <span className="text-text-3">{inner}</span>,
  }
  return name === null
    ? rich('<who>{name}</who><more>, {day}</more>', parts)
    : rich('<who>{name}</who><more>, left {day}</more>', parts)
}

/** Everybody who left: their entries are still in the book. */
function Left({ members }: { members: readonly Member[] }) {
  const today = useToday()
  if (members.length === 0) return null
  return (
    <Card className="p-5">
      <h2 className="text-body font-semibold">{t('Not here any more')}</h2>
      <p className="mt-1 text-table text-text-2">{t('What they recorded stays in the book.')}</p>
      <ul className="mt-3 flex flex-col gap-2">
        {members.map((member) => (
          <li key={`${member.user_id} ${member.left_at}`} className="flex items-center gap-3 text-table">
            <Initials name={member.name ?? '?'} />
            <span className="min-w-0">{leftWords(member, today)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
