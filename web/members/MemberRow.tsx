import { Check, ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type Member, ROLES, type Role, updateMember } from '../../contract/members.ts'
import { t } from '../../words/t.ts'
import { useChange } from '../api/change.ts'
import { useToday } from '../page/me.ts'
import { nameOfMember } from '../page/people.ts'
import { Button } from '../ui/Button.tsx'
import { dayInSentence, dayOfMoment } from '../ui/dates.ts'
import { Initials } from '../ui/Initials.tsx'
import { Menu } from '../ui/Menu.tsx'
import { Popup } from '../ui/Popup.tsx'
import { rich } from '../ui/rich.ts'
import { useMay } from '../ui/rights.ts'
import { Refusal } from '../ui/States.tsx'
import { isOnlyOwner, isSoleOwner } from './member-words.ts'
import { Removal } from './Removal.tsx'
import {
  become,
  becomeQuestion,
  roleLines,
  roleNames,
  thenYouMay,
  theyAre,
  theyMay,
  youAre,
  youMay,
} from './role-words.ts'

/** Words that are read aloud only: others see them in the head of the column, or in the row. */
const hidden = (words: ReactNode) => <span className="sr-only">{words}</span>

type Asked = { what: 'role' } | { what: 'less'; role: Role } | { what: 'end' }

/** One member: who it is, the role as a menu for owners, and the way out. */
export function MemberRow({
  member,
  members,
  onHandOver,
}: {
  member: Member
  members: readonly Member[]
  onHandOver: () => void
}) {
  const mayOwn = useMay('own')
  const [asked, setAsked] = useState<Asked>()
  const name = nameOfMember(member)
  const role = member.role ?? 'viewer' // those who left are listed elsewhere
  const change = useChange(updateMember, {
    words: ({ role: now }) => (member.is_you ? youAre(now ?? role) : theyAre(name, now ?? role)),
  })
  const close = () => setAsked(undefined)
  const isSole = isSoleOwner(member, members)
  const isLast = member.is_you && isOnlyOwner(members)
  const give = (next: Role) => {
    close()
    void change.send({ params: { user_id: member.user_id }, body: { role: next } })
  }
  const choose = (next: Role) => {
    if (next === role) return close()
    if (member.is_you) setAsked({ what: 'less', role: next })
    else give(next)
  }
  const end = () => (isLast ? onHandOver() : setAsked({ what: 'end' }))
  return (
    <li className="px-5 py-2.5">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1.5 @xl:grid-cols-[minmax(0,5fr)_minmax(0,3fr)_minmax(0,6fr)_84px]">
        <Who member={member} />
        <div className="text-end @xl:text-start">
          {mayOwn && !isSole ? (
            <Button
              className="-ms-1 touch:ms-0"
              isBusy={change.isBusy}
              aria-haspopup="dialog"
              onClick={() => setAsked({ what: 'role' })}
            >
              {rich('<start>Role of {name}:</start> {role}', {
                name,
                role: roleNames[role](),
                start: hidden,
              })}
              <ChevronDown size={14} aria-hidden />
            </Button>
          ) : (
            <>
              <span className="text-table">{roleNames[role]()}</span>
              {isSole && members.length > 1 && (
                <span className="block text-caption text-text-3">{t('the only one [owner]')}</span>
              )}
            </>
          )}
        </div>
        <p className="text-table text-text-2 @max-xl:ps-12">
          {member.is_you ? youMay(role, hidden) : theyMay(role, hidden)}
        </p>
        <div className="text-end">
          {(member.is_you ? members.length > 1 : mayOwn) && (
            <Button look="quiet" className="-me-3" onClick={end}>
              {member.is_you
                ? rich('Leave <more>the book</more>', { more: hidden })
                : rich('Remove <more>{name}</more>', { name, more: hidden })}
            </Button>
          )}
        </div>
      </div>
      {change.sentence && (
        <div className="mt-2">
          <Refusal title={change.sentence} />
        </div>
      )}
      {asked?.what === 'role' && (
        <Menu
          title={t('Role of {name}', { name })}
          onClose={close}
          items={ROLES.map((one) => ({
            words: roleLines[one](),
            icon: <Check size={16} className={one === role ? 'text-accent' : 'invisible'} />,
            isOn: one === role,
            run: () => choose(one),
          }))}
        />
      )}
      {asked?.what === 'less' && (
        <Popup
          title={becomeQuestion(asked.role)}
          onClose={close}
          foot={
            <>
              <Button onClick={close}>{t('Stay an owner')}</Button>
              <Button look="primary" onClick={() => give(asked.role)}>
                {become(asked.role)}
              </Button>
            </>
          }
        >
          <p className="text-table text-text-2">
            {thenYouMay(asked.role)} {t('Only another owner can make you an owner again.')}
          </p>
        </Popup>
      )}
      {asked?.what === 'end' && <Removal member={member} onClose={close} />}
    </li>
  )
}

function Who({ member }: { member: Member }) {
  const today = useToday()
  const { email, is_you, joined_at } = member
  const details = [
    email,
    !is_you && t('joined {day}', { day: dayInSentence(dayOfMoment(joined_at), today) }),
  ].filter(Boolean)
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Initials name={nameOfMember(member)} />
      <div className="min-w-0">
        <p className="text-table font-medium wrap-anywhere">
          {is_you
            ? rich('{name}<you>, you</you>', {
                name: nameOfMember(member),
                you: (inner) => <span className="font-normal text-text-2">{inner}</span>,
              })
            : nameOfMember(member)}
        </p>
        <p className="text-caption wrap-anywhere text-text-3">{details.join(' · ')}</p>
      </div>
    </div>
  )
}
