import { Link, Navigate } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../../words/t.ts'
import { Card, PageHeading } from '../ui/Card.tsx'
import { useIsPhone } from '../ui/media.ts'
import { settingsGroups } from './settings-groups.ts'

/** Around every page of the settings: the list of pages at its left; on phones the way back to that list. */
export function SettingsFrame({
  title,
  end,
  children,
}: {
  title: string
  end?: ReactNode
  children: ReactNode
}) {
  const isPhone = useIsPhone()
  if (isPhone)
    return (
      <>
        <PageHeading
          end={end}
          before={
            <Link to="/settings" className="-ms-1 flex min-h-11 items-center gap-1 text-table text-text-2">
              <ChevronLeft size={16} /> {t('Settings')}
            </Link>
          }
        >
          {title}
        </PageHeading>
        <div className="flex flex-col gap-4">{children}</div>
      </>
    )
  return (
    <div className="flex items-start gap-8">
      <nav aria-label={t('Settings')} className="sticky top-5 w-44 shrink-0 pt-1">
        {settingsGroups().map(({ label, sections }) => (
          <div key={label} className="mb-5">
            <p className="mb-1 px-2.5 text-caption text-text-3">{label}</p>
            {sections.map(({ to, label: name, icon: Icon }) => (
              <Link
                key={name}
                to={to}
                activeOptions={{ includeSearch: false }}
                className="flex min-h-8 items-center gap-2.5 rounded-control border border-transparent px-2.5 text-table font-medium text-text-2 hover:bg-tile touch:min-h-11 aria-[current=page]:border-line aria-[current=page]:bg-surface aria-[current=page]:text-text"
              >
                <Icon size={16} strokeWidth={1.75} className="shrink-0" />
                {name}
              </Link>
            ))}
          </div>
        ))}
      </nav>
      <div className="min-w-0 flex-1">
        <PageHeading end={end}>{title}</PageHeading>
        <div className="flex flex-col gap-4">{children}</div>
      </div>
    </div>
  )
}

/** The settings on phones: the list of their pages. */
const SettingsList = () => (
  <>
    <PageHeading
      before={
        <Link to="/more" className="-ms-1 flex min-h-11 items-center gap-1 text-table text-text-2">
          <ChevronLeft size={16} /> {t('More')}
        </Link>
      }
    >
      {t('Settings')}
    </PageHeading>
    <nav aria-label={t('Settings')} className="flex flex-col gap-3">
      {settingsGroups().map(({ label, sections }) => (
        <Card key={label}>
          <ul aria-label={label} className="divide-y divide-line">
            {sections.map(({ to, label: name, words, icon: Icon }) => (
              <li key={name}>
                <Link to={to} className="flex min-h-13 items-center gap-3 px-4 py-1.5 active:bg-tile">
                  <Icon size={18} strokeWidth={1.75} className="shrink-0 text-text-2" />
                  <span className="min-w-0 flex-1">
                    <span className="block text-body">{name}</span>
                    <span className="block text-caption text-text-3">{words}</span>
                  </span>
                  <ChevronRight size={16} className="shrink-0 text-text-3" />
                </Link>
              </li>
            ))}
          </ul>
        </Card>
      ))}
    </nav>
  </>
)

/** A card of a settings page: a heading, a sentence about it, and its form. */
export const SettingsCard = ({
  title,
  words,
  end,
  children,
}: {
  title: string
  words?: ReactNode
  end?: ReactNode
  children?: ReactNode
}) => (
  <Card className="p-5">
    <div className="flex min-h-7 flex-wrap items-center justify-between gap-3">
      <h2 className="text-body font-semibold">{title}</h2>
      {end}
    </div>
    {words && <p className="mt-1 max-w-130 text-table text-text-2">{words}</p>}
    {children && <div className="mt-4">{children}</div>}
  </Card>
)

/** On phones the list of the settings; where there is room for the list beside a page, the first of them. */
export const SettingsPage = () =>
  useIsPhone() ? <SettingsList /> : <Navigate to="/settings/profile" replace />
