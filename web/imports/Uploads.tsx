import { X } from 'lucide-react'
import { t } from '../../words/t.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { Refusal } from '../ui/States.tsx'
import { sizeText } from './import-words.ts'
import { Progress } from './Progress.tsx'
import type { Upload } from './use-uploads.ts'

/** The files on their way, and the refused ones, each with its way out. */
export function Uploads({
  uploads,
  retry,
  remove,
}: {
  uploads: readonly Upload[]
  retry: (upload: Upload) => void
  remove: (id: string) => void
}) {
  if (uploads.length === 0) return null
  return (
    <ul aria-label={t('Files')} className="flex flex-col gap-3">
      {uploads.map((one) => (
        <li key={one.id}>
          {one.fault === undefined ? (
            <Sending {...one} />
          ) : (
            <Refusal
              title={one.fault}
              actions={
                <>
                  {one.isRetried && <Button onClick={() => retry(one)}>{t('Try again')}</Button>}
                  <IconButton
                    label={t('Leave {file} out', { file: one.file.name })}
                    onClick={() => remove(one.id)}
                  >
                    <X size={16} />
                  </IconButton>
                </>
              }
            />
          )}
        </li>
      ))}
    </ul>
  )
}

const Sending = ({ file, share }: Upload) => (
  <div>
    <p className="mb-1.5 flex justify-between gap-3 text-table">
      <span className="truncate font-medium">{file.name}</span>
      <span className="shrink-0 text-text-2">
        {share < 1
          ? t('{percent} % of {size} sent', {
              percent: Math.round(share * 100),
              size: sizeText(file.size),
            })
          : t('Florin reads it')}
      </span>
    </p>
    <Progress label={t('Sending {file}', { file: file.name })} share={share} />
  </div>
)
