import { t } from '../../words/t.ts'
/** Says that a form for something new holds text of an earlier visit, and empties it. */
export const FromBefore = ({ isShown, onClear }: { isShown: boolean; onClear: () => void }) =>
  isShown && (
    <p role="status" className="text-table text-text-2">
      {t('This is from before.')}{' '}
      <button
        type="button"
        onClick={onClear}
        className="min-h-6 rounded-[4px] font-medium text-accent hover:underline touch:min-h-11"
      >
        {t('Start anew')}
      </button>
    </p>
  )
