import { useState } from 'react'
import { t } from '../../../words/t.ts'
import { mayRecord, useMembership } from '../../page/me.ts'
import { quickEntryAccount } from '../../page/quick-entry-opening.ts'
import { Kbd } from '../../ui/Kbd.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { rich } from '../../ui/rich.ts'
import { QuickEntry } from './QuickEntry.tsx'

/** Quick entry over any page: Enter adds and closes, Shift and Enter adds another one. Whoever may not record learns why. */
export function QuickEntryOverlay({ onClose }: { onClose: () => void }) {
  const here = useMembership()
  const [accountId] = useState(quickEntryAccount)
  const why = here?.is_archived
    ? t('This book is archived: nothing can be added to it.')
    : t('You may look at this book, and others record in it.')
  return (
    <Modal
      label={t('Add a transaction')}
      onClose={onClose}
      className="items-start justify-center px-4 pt-[14vh]"
    >
      <div className="w-full max-w-[640px] rounded-card bg-raised p-2 shadow-overlay">
        {mayRecord(here) ? (
          <QuickEntry
            isAutoFocused
            {...(accountId && { accountId })}
            onDone={(isMore) => !isMore && onClose()}
          />
        ) : (
          <p className="p-3 text-text-2">{why}</p>
        )}
        <p className="flex items-center gap-1.5 px-3 pt-2 text-caption text-text-3 touch:hidden">
          {mayRecord(here) && (
            <>
              {rich('{key} adds', { key: <Kbd>↵</Kbd> })}{' '}
              {rich('{keys} adds another', { keys: <Kbd>⇧↵</Kbd> })}{' '}
              {rich('{key} goes into the sentence', { key: <Kbd>{t('Tab [key]')}</Kbd> })}{' '}
            </>
          )}
          {rich('{key} closes', { key: <Kbd>{t('Esc [key]')}</Kbd> })}
        </p>
      </div>
    </Modal>
  )
}
