import { FileUp } from 'lucide-react'
import { MAX_FILE_BYTES } from '../../contract/imports.ts'
import { t } from '../../words/t.ts'
import { useIsTouch } from '../ui/media.ts'
import { rich } from '../ui/rich.ts'
import { FILE_ENDINGS, sizeText } from './import-words.ts'

/** Where files are dropped or chosen, with the formats of banks; those of other programs have a page of their own. */
export function ChooseFile({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const isTouch = useIsTouch()
  return (
    <label className="flex cursor-pointer flex-col items-center gap-2 rounded-card border-2 border-dashed border-line-2 bg-canvas px-5 py-9 text-center transition-colors duration-120 hover:border-accent hover:bg-accent-soft has-focus-visible:border-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent max-sm:py-6">
      <input
        type="file"
        multiple
        accept={isTouch ? undefined : FILE_ENDINGS}
        className="sr-only"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          event.target.value = '' // the same file can be chosen again
        }}
      />
      <span
        aria-hidden
        className="grid size-10 place-items-center rounded-control bg-accent-soft text-accent"
      >
        <FileUp size={20} strokeWidth={1.75} />
      </span>
      <span className="font-semibold">
        {isTouch
          ? t('Choose a file')
          : rich('Drop a file here, or <link>choose one</link>', {
              link: (inner) => <span className="text-accent">{inner}</span>,
            })}
      </span>
      <span className="text-table text-text-2">
        {t('CSV, XLSX, OFX, QIF, CAMT or MT940, up to {size}, also several in a zip.', {
          size: sizeText(MAX_FILE_BYTES),
        })}
      </span>
      <span className="text-table text-text-2">
        {t('Nothing is in your books before you have looked it over.')}
      </span>
    </label>
  )
}
