import type { ReactNode } from 'react'
import { t } from '../../words/t.ts'
import { Button } from '../ui/Button.tsx'

/** The next of the first steps in one line, so that figures have the page; the others are a press away. */
export const NextStep = ({
  progress,
  step,
  onOpen,
  children,
}: {
  /** 3 of 5 */
  progress: string
  step: { title: string; text: ReactNode; action: string; act: () => void } | undefined
  onOpen: () => void
  children: ReactNode
}) => (
  <div className="flex min-h-[56px] flex-wrap items-center gap-x-2 gap-y-1.5 py-2.5 max-sm:gap-x-1.5 max-sm:[&>button]:px-2 pe-3 ps-4 text-table sm:ps-5">
    <p className="min-w-0 flex-1 max-sm:basis-full">
      <span className="text-text-2">{progress}</span>
      {step && (
        <>
          {' · '}
          <span className="font-semibold">{t('Next: {step}.', { step: step.title })}</span>{' '}
          <span className="text-text-2 max-lg:hidden">{step.text}</span>
        </>
      )}
    </p>
    {step && <Button onClick={step.act}>{step.action}</Button>}
    <Button onClick={onOpen}>{t('All steps')}</Button>
    {children}
  </div>
)
