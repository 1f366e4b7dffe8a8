import { Check, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { type Member, ROLES, type Role, updateMember } from '../../contract/members.ts'
import { useChange } from '../api/change.ts'
import { useToday } from '../page/me.ts'
import { nameOfMember } from '../page/people.ts'
import { Button } from '../ui/Button.tsx'
import { dayInSentence, dayOfMoment } from '../ui/dates.ts'
import { Initials } from '../ui/Initials.tsx'
import { Menu } from '../ui/Menu.tsx'
import { Popup } from '../ui/Popup.tsx'
import { useMay } from '../ui/rights.ts'
import { Refusal } from '../ui/States.tsx'
import { aRole, isOnlyOwner, isSoleOwner, mayInWords, roleLines, roleNames } from './member-words.ts'
import { Removal } from './Removal.tsx'

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
    words: ({ role: now }) =>
      member.is_you ? `You are ${aRole[now ?? role]} now` : `${name} is ${aRole[now ?? role]} now`,
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
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1.5 sm:grid-cols-[minmax(0,5fr)_minmax(0,3fr)_minmax(0,6fr)_84px]">
        <Who member={member} />
        <div className="text-right sm:text-left">
          {mayOwn && !isSole ? (
            <Button
              className="-ml-1 touch:ml-0"
              isBusy={change.isBusy}
              aria-haspopup="dialog"
              onClick={() => setAsked({ what: 'role' })}
            >
              <span className="sr-only">Role of {name}: </span>
              {roleNames[role]}
              <ChevronDown size={14} aria-hidden />
            </Button>
          ) : (
            <>
              <span className="text-table">{roleNames[role]}</span>
              {isSole && members.length > 1 && (
                <span className="block text-caption text-text-3">the only one</span>
              )}
            </>
          )}
        </div>
        <p className="text-table text-text-2 max-sm:pl-12">
          <span className="sr-only">{member.is_you ? 'You may ' : 'May '}</span>
          {mayInWords[role]}
        </p>
        <div className="text-right">
          {(member.is_you ? members.length > 1 : mayOwn) && (
            <Button look="quiet" className="-mr-3" onClick={end}>
              {member.is_you ? 'Leave' : 'Remove'}
              <span className="sr-only">{member.is_you ? ' the book' : ` ${name}`}</span>
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
          title={`Role of ${name}`}
          onClose={close}
          items={ROLES.map((one) => ({
            words: roleLines[one],
            icon: <Check size={16} className={one === role ? 'text-accent' : 'invisible'} />,
            isOn: one === role,
            run: () => choose(one),
          }))}
        />
      )}
      {asked?.what === 'less' && (
        <Popup
          title={`Become ${aRole[asked.role]} yourself?`}
          onClose={close}
          foot={
            <>
              <Button onClick={close}>Stay an owner</Button>
              <Button look="primary" onClick={() => give(asked.role)}>
                Become {aRole[asked.role]}
              </Button>
            </>
          }
        >
          <p className="text-table text-text-2">
            You may then {mayInWords[asked.role]}. Only another owner can make you an owner again.
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
  const details = [email, !is_you && `joined ${dayInSentence(dayOfMoment(joined_at), today)}`].filter(Boolean)
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Initials name={nameOfMember(member)} />
      <div className="min-w-0">
        <p className="text-table font-medium wrap-anywhere">
          {nameOfMember(member)}
          {is_you && <span className="font-normal text-text-2">, you</span>}
        </p>
        <p className="text-caption wrap-anywhere text-text-3">{details.join(' · ')}</p>
      </div>
    </div>
  )
}
