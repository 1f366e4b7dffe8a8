import { ChevronRight } from 'lucide-react'
import { Fragment } from 'react'
import { t } from '../../words/t.ts'
import { useAddress } from '../page/address.ts'
import { classes } from '../ui/classes.ts'
import { type ImportStep, importSteps, stepWords } from './import-steps.ts'

/** The steps of an import, the current one marked. A step that can be gone to is a button. */
export function Steps({ at, canGo }: { at: ImportStep; canGo: (step: ImportStep) => boolean }) {
  const { open } = useAddress()
  return (
    <ol aria-label={t('Steps')} className="flex items-center gap-1 text-table sm:gap-1.5">
      {importSteps.map((step, index) => (
        <Fragment key={step}>
          {index > 0 && (
            <li aria-hidden className="text-text-3">
              <ChevronRight size={16} />
            </li>
          )}
          <li
            aria-current={step === at ? 'step' : undefined}
            className={classes(step === at ? 'font-semibold text-text' : 'font-medium text-text-2')}
          >
            {step !== at && canGo(step) ? (
              <button
                type="button"
                onClick={() => open({ step })}
                className="min-h-6 rounded-[6px] px-1.5 hover:bg-tile hover:text-text touch:min-h-11"
              >
                {stepWords[step]()}
              </button>
            ) : (
              <span className="px-1.5">{stepWords[step]()}</span>
            )}
          </li>
        </Fragment>
      ))}
    </ol>
  )
}
