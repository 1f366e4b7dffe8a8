import { Link, useRouterState } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight, FileSpreadsheet, Landmark } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { t } from '../../../words/t.ts'
import { Card, PageHeading } from '../../ui/Card.tsx'
import { classes } from '../../ui/classes.ts'
import { ProgramSection } from './ProgramSection.tsx'
import { otherFiles, type Program, programOf, programs } from './programs.ts'

/** The page Moving from another program: the program is chosen first, by the part of the address behind #. */
export function MovingPage() {
  const hash = useRouterState({ select: ({ location }) => location.hash })
  const program = programOf(hash)
  const section = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!programOf(hash)) return
    section.current?.querySelector('h2')?.focus({ preventScroll: true })
    window.scrollTo(0, 0) // the choice may have been far below
  }, [hash])
  return (
    <>
      <PageHeading
        title={
          program ? t('Moving from {program}', { program: program.name }) : t('Moving from another program')
        }
        before={
          program && (
            <Link
              to="/moving"
              className="-ms-1 flex min-h-11 items-center gap-1 text-table text-text-2 lg:hidden"
            >
              <ChevronLeft size={16} aria-hidden /> {t('All programs')}
            </Link>
          )
        }
      >
        <span>{t('Moving from another program')}</span>
      </PageHeading>
      <p className={classes('-mt-3 mb-5 text-text-2', program && 'max-lg:hidden')}>
        {t('Choose where you come from: you see what comes over, what does not, and how to check it.')}
      </p>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[220px_minmax(0,860px)]">
        <nav aria-label={t('Programs')} className={classes('lg:sticky lg:top-5', program && 'max-lg:hidden')}>
          <Choices label={t('Programs')} items={programs} />
          <Choices label={t('Anything else')} items={otherFiles} />
        </nav>
        <div ref={section} className="min-w-0">
          {program ? <ProgramSection key={program.id} program={program} /> : <HowItGoes />}
        </div>
      </div>
    </>
  )
}

const Choices = ({ label, items }: { label: string; items: readonly Program[] }) => (
  <div className="mb-5">
    <p className="mb-1.5 text-caption text-text-3 lg:px-2.5">{label}</p>
    <ul className="max-lg:grid max-lg:gap-2 max-lg:sm:grid-cols-2">
      {items.map((program) => (
        <li key={program.id}>
          <Link
            to="/moving"
            hash={program.id}
            activeOptions={{ exact: true, includeHash: true }}
            className="flex min-h-9 items-center gap-3 rounded-control border border-transparent px-2.5 text-table font-medium text-text-2 hover:bg-tile touch:min-h-11 aria-[current=page]:border-line aria-[current=page]:bg-surface aria-[current=page]:text-text max-lg:min-h-14 max-lg:rounded-card max-lg:border-line max-lg:bg-surface max-lg:px-3 max-lg:text-body max-lg:text-text"
          >
            <Mark program={program} />
            <span className="min-w-0 flex-1 py-1.5">
              {program.name}
              <span className="block text-caption font-normal text-text-2 lg:hidden">{program.file}</span>
            </span>
            <ChevronRight size={16} className="shrink-0 text-text-3 lg:hidden" aria-hidden />
          </Link>
        </li>
      ))}
    </ul>
  </div>
)

const marks: Readonly<Record<string, typeof Landmark>> = { bank: Landmark, spreadsheet: FileSpreadsheet }

/** Its first letters, since the signs of programs are their owners'. */
function Mark({ program: { id, name } }: { program: Program }) {
  const Icon = marks[id]
  return (
    <span
      aria-hidden
      className="grid size-7 shrink-0 place-items-center rounded-control bg-tile text-caption font-semibold text-text-2 max-lg:size-8"
    >
      {Icon ? <Icon size={15} strokeWidth={1.75} /> : name.slice(0, 1).toUpperCase()}
    </span>
  )
}

/** The same for every program: the first thing to know. */
const HowItGoes = () => (
  <Card className="p-5 max-sm:p-4">
    <h2 className="text-title font-semibold">{t('How it goes')}</h2>
    <ol className="mt-3 grid grid-cols-1 gap-4 sm:grid-cols-3">
      <Step title={t('Send one file')}>{t('Florin reads it. Nothing is in your book yet.')}</Step>
      <Step title={t('Look it over')}>{t('What would not come over is named, before you press Add.')}</Step>
      <Step title={t('Check it')}>{t('Each account beside the file. One Undo takes all of it back.')}</Step>
    </ol>
    <p className="mt-4 border-t border-line pt-3 text-table text-text-2">
      {t(
        'Send the file again a month later: only what is new is recorded, also into accounts and categories that you have renamed.',
      )}
    </p>
  </Card>
)

const Step = ({ title, children }: { title: string; children: ReactNode }) => (
  <li className="text-table">
    <span className="block font-semibold">{title}</span>
    <span className="text-text-2">{children}</span>
  </li>
)
