import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { t } from '../../../words/t.ts'
import { rich } from '../../ui/rich.ts'
import { programOf } from './programs.ts'

/** Where a file is chosen: how to get it out of the program that one comes from, or the way to the page that says it. */
export function ComingFrom({ id }: { id: string | undefined }) {
  const program = programOf(id)
  if (!program)
    return (
      <p className="text-table text-text-2">
        {t('Coming from YNAB, Actual, GnuCash or another program?')}{' '}
        <Link to="/moving" className="font-medium text-accent hover:underline">
          {t('See what comes over')}
        </Link>
      </p>
    )
  return (
    <section
      aria-label={program.name}
      className="rounded-control border border-line bg-canvas px-4 py-3 text-table"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="font-semibold">
          {rich('{program}: <quiet>{file}</quiet>', {
            program: program.name,
            file: program.file,
            quiet: (inner) => <span className="font-normal text-text-2">{inner}</span>,
          })}
        </h2>
        <Link
          to="/moving"
          hash={program.id}
          className="inline-flex items-center gap-1 font-medium text-accent hover:underline touch:min-h-11"
        >
          {t('What comes over')} <ArrowRight size={14} aria-hidden />
        </Link>
      </div>
      <ol className="mt-1.5 flex list-decimal flex-col gap-1 ps-5 text-text-2">
        {program.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  )
}
