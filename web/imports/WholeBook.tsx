import { BookOpen } from 'lucide-react'
import { commitImport, type Import } from '../../contract/imports.ts'
import { t } from '../../words/t.ts'
import { useChange } from '../api/change.ts'
import { useAddress } from '../page/address.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { IconTile } from '../ui/icons.tsx'
import { Refusal } from '../ui/States.tsx'

/** A whole book of Florin: it is taken over unchanged, into an empty book. */
export function WholeBook({ file }: { file: Import }) {
  const { filter } = useAddress()
  const commit = useChange(commitImport, { onDone: () => filter({ step: 'done' }) })
  return (
    <Card className="flex flex-col gap-5 p-5 max-sm:p-4">
      <div className="flex items-start gap-3">
        <IconTile icon={BookOpen} size="large" />
        <div>
          <h2 className="font-semibold">{t('This is a whole book')}</h2>
          <p className="mt-1 text-table text-text-2">
            {t(
              'Its accounts, categories, contacts, transactions, debts, budgets and plans are taken over as they are. That is only possible while your own book is empty. Its history, and who could sign in, are not in the file.',
            )}
          </p>
        </div>
      </div>
      {commit.sentence && (
        <Refusal
          title={commit.sentence}
          actions={<ButtonLink to="/imports">{t('Choose another file')}</ButtonLink>}
        />
      )}
      <div className="flex justify-end gap-2">
        <ButtonLink to="/imports">{t('Back')}</ButtonLink>
        <Button
          look="primary"
          isBusy={commit.isBusy}
          onClick={() => void commit.send({ params: { id: file.id } })}
        >
          {t('Take the book over')}
        </Button>
      </div>
    </Card>
  )
}
