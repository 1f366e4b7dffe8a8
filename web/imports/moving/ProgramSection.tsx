import { Check, FileUp, type LucideIcon, Minus, Scale } from 'lucide-react'
import { t } from '../../../words/t.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { classes } from '../../ui/classes.ts'
import type { Program } from './programs.ts'

/** One program: the file and the way to it, what comes over, what does not, how to check it, and the way to the import. */
export const ProgramSection = ({ program }: { program: Program }) => (
  <Card aria-labelledby="program" className="@container">
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 p-5 max-sm:p-4">
      <div className="min-w-0">
        <h2 id="program" tabIndex={-1} className="text-title font-semibold outline-none">
          {program.name}
        </h2>
        <p className="mt-0.5 text-text-2">{program.file}</p>
      </div>
      <ButtonLink
        needs="write"
        look="primary"
        to="/imports"
        search={{ from: program.id }}
        icon={<FileUp size={15} />}
        className="max-sm:w-full"
      >
        {t('Choose the file')}
      </ButtonLink>
    </div>
    <ol className="flex flex-col gap-2.5 border-t border-line bg-canvas px-5 py-4 max-sm:px-4">
      {program.steps.map((step, index) => (
        <li key={step} className="flex gap-3">
          <span
            aria-hidden
            className="grid size-5 shrink-0 place-items-center rounded-full bg-tile text-caption font-semibold text-text-2"
          >
            {index + 1}
          </span>
          <span>{step}</span>
        </li>
      ))}
    </ol>
    <div className="grid grid-cols-1 gap-x-6 border-t border-line px-5 max-sm:px-4 @2xl:grid-cols-3">
      <Part title={t('Comes over')} items={program.over} icon={Check} tone="text-in" />
      <Part title={t('Stays behind')} items={program.behind} icon={Minus} tone="text-text-3" />
      <Part title={t('Check it')} items={program.check} icon={Scale} tone="text-accent" />
    </div>
  </Card>
)

const Part = ({
  title,
  items,
  icon: Icon,
  tone,
}: {
  title: string
  items: readonly string[]
  icon: LucideIcon
  tone: string
}) => (
  <section className="border-line py-4 not-first:border-t @2xl:border-t-0!">
    <h3 className="text-table font-semibold">{title}</h3>
    <ul className="mt-2 flex flex-col gap-2 text-table text-text-2">
      {items.map((item) => (
        <li key={item} className="flex gap-2">
          <Icon size={14} strokeWidth={2} className={classes('mt-0.75 shrink-0', tone)} aria-hidden />
          <span className="min-w-0 wrap-anywhere">{item}</span>
        </li>
      ))}
    </ul>
  </section>
)
