import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useRef } from 'react'
import type { ColumnRole } from '../../contract/import-mapping.ts'
import type { Import } from '../../contract/imports.ts'
import { t } from '../../words/t.ts'
import { accounts } from '../page/accounts.ts'
import { useAddress } from '../page/address.ts'
import { useMe } from '../page/me.ts'
import { Button } from '../ui/Button.tsx'
import { Card, CardHeading } from '../ui/Card.tsx'
import { classes } from '../ui/classes.ts'
import { Refusal } from '../ui/States.tsx'
import { useWhenReady } from '../ui/use-when-ready.ts'
import { typeset } from '../ui/wording.ts'
import { AsRead } from './AsRead.tsx'
import { ColumnTable } from './ColumnTable.tsx'
import { withRole } from './columns.ts'
import { FileOptions } from './FileOptions.tsx'
import { Foot } from './Foot.tsx'
import { NamesOfAccounts, NamesOfCategories } from './NamesOfFile.tsx'
import { ReadingQuestions } from './ReadingQuestions.tsx'
import { UnusedColumns } from './UnusedColumns.tsx'
import { useMapping } from './use-mapping.ts'

/** How the file is understood: the role of each column, and the account or category behind each name. */
export function ColumnsStep({ file }: { file: Import }) {
  const { open } = useAddress()
  const { mapping, missing, sentence, isBusy, set } = useMapping(file)
  const questions = useRef<HTMLDivElement>(null)
  const { base_currency_id } = useMe()
  const { data: all } = useQuery(accounts)
  const { needs } = file
  const goOn = () => {
    if (needs.length > 0) questions.current?.querySelector('button')?.focus()
    else if (missing.length === 0) open({ step: 'check' })
  }
  const press = useWhenReady(isBusy, goOn)
  if (!mapping) return null
  const currency = all?.find(({ id }) => id === file.account_id)?.currency_id ?? base_currency_id
  const isTable = mapping.columns.length > 0
  const setRole = (index: number, role: ColumnRole) =>
    set({ columns: withRole(mapping.columns, index, role).map((column) => ({ role: column.role })) })
  return (
    <>
      <p className="-mt-2 mb-4 text-body text-text-2">
        {needs.length > 0
          ? t(
              '{count, plural, one {One thing in this file can be read both ways. Your answer is kept for the next file of this account.} =2 {Two things in this file can be read both ways. Your answers are kept for the next file of this account.} =3 {Three things in this file can be read both ways. Your answers are kept for the next file of this account.} =4 {Four things in this file can be read both ways. Your answers are kept for the next file of this account.} other {# things in this file can be read both ways. Your answers are kept for the next file of this account.}}',
              { count: needs.length },
            )
          : isTable
            ? t('Say what each column holds. Florin remembers it for the next file of this account.')
            : mapping.categories.length > 0
              ? t('Say which of your accounts and categories those of the file are. Florin remembers it.')
              : t('Say which of your accounts those of the file are. Florin remembers it.')}
      </p>
      {needs.length > 0 && (
        <div ref={questions} className="mb-4">
          <ReadingQuestions needs={needs} currency={currency} isBusy={isBusy} onAnswer={set} />
        </div>
      )}
      <div className={classes('flex flex-col gap-4', needs.length > 0 && 'max-sm:hidden')}>
        {isTable && (
          <Card>
            <ColumnTable columns={mapping.columns} onRole={setRole} />
            <UnusedColumns columns={mapping.columns} onRole={setRole} />
          </Card>
        )}
        {missing.length > 0 && (
          <Refusal title={missing.join(' ')}>{t('Choose it above the column that has it.')}</Refusal>
        )}
        {sentence && <Refusal title={sentence} />}
        {file.status === 'failed' && file.fault && <Refusal title={typeset(file.fault)} />}
        {isTable && (
          <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
            <Card className="p-5 max-sm:p-4">
              <CardHeading>{t('The file')}</CardHeading>
              <FileOptions mapping={mapping} set={set} />
            </Card>
            {file.status !== 'failed' && (
              <Card className="p-5 max-lg:order-first max-sm:p-4">
                <CardHeading>{t('As Florin reads it')}</CardHeading>
                <AsRead id={file.id} isWaiting={missing.length > 0} />
              </Card>
            )}
          </div>
        )}
        <NamesOfAccounts accounts={mapping.accounts} set={set} />
        <NamesOfCategories
          categories={mapping.categories}
          isBank={isTable && !mapping.columns.some(({ role }) => role === 'account')}
          set={set}
        />
      </div>
      <Foot
        words={
          isBusy ? (
            t('Florin reads the file…')
          ) : (
            <>
              {needs.length > 0 && (
                <b className="font-semibold text-warn">
                  {t('{count, plural, one {# question is open.} other {# questions are open.}}', {
                    count: needs.length,
                  })}{' '}
                </b>
              )}
              {t('Nothing is in your books yet.')}
            </>
          )
        }
        onBack={() => open({ step: 'file' })}
      >
        <Button look="primary" isBusy={press.isWaiting} onClick={press.onPress}>
          {t('Check the rows')}
          <ArrowRight size={16} aria-hidden />
        </Button>
      </Foot>
    </>
  )
}
