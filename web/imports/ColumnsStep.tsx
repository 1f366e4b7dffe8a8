import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ColumnRole } from '../../contract/import-mapping.ts'
import type { Import } from '../../contract/imports.ts'
import { accounts } from '../page/accounts.ts'
import { useAddress } from '../page/address.ts'
import { useMe } from '../page/me.ts'
import { Button } from '../ui/Button.tsx'
import { Card, CardHeading } from '../ui/Card.tsx'
import { classes } from '../ui/classes.ts'
import { Refusal } from '../ui/States.tsx'
import { counted, typeset } from '../ui/wording.ts'
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
          ? `${needs.length === 1 ? 'One thing' : `${['Two', 'Three', 'Four'][needs.length - 2]} things`} in this file can be read both ways. ${needs.length === 1 ? 'Your answer is' : 'Your answers are'} kept for the next file of this account.`
          : isTable
            ? 'Say what each column holds. Florin remembers it for the next file of this account.'
            : mapping.categories.length > 0
              ? 'Say which of your accounts and categories those of the file are. Florin remembers it.'
              : 'Say which of your accounts those of the file are. Florin remembers it.'}
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
          <Refusal title={missing.join(' ')}>Choose it above the column that has it.</Refusal>
        )}
        {sentence && <Refusal title={sentence} />}
        {file.status === 'failed' && file.fault && <Refusal title={typeset(file.fault)} />}
        {isTable && (
          <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
            <Card className="p-5 max-sm:p-4">
              <CardHeading>The file</CardHeading>
              <FileOptions mapping={mapping} set={set} />
            </Card>
            {file.status !== 'failed' && (
              <Card className="p-5 max-lg:order-first max-sm:p-4">
                <CardHeading>As Florin reads it</CardHeading>
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
            'Florin reads the file…'
          ) : (
            <>
              {needs.length > 0 && (
                <b className="font-semibold text-warn">
                  {counted(needs.length, 'question is', 'questions are')} open.{' '}
                </b>
              )}
              Nothing is in your books yet.
            </>
          )
        }
        onBack={() => open({ step: 'file' })}
      >
        <Button look="primary" isBusy={press.isWaiting} onClick={press.onPress}>
          Check the rows
          <ArrowRight size={16} aria-hidden />
        </Button>
      </Foot>
    </>
  )
}

/** A press while the file is read again counts as soon as it was. */
function useWhenReady(isBusy: boolean, goOn: () => void): { isWaiting: boolean; onPress: () => void } {
  const [isWaiting, setWaiting] = useState(false)
  const latest = useRef(goOn)
  latest.current = goOn
  useEffect(() => {
    if (!isWaiting || isBusy) return
    setWaiting(false)
    latest.current()
  }, [isWaiting, isBusy])
  return { isWaiting, onPress: () => setWaiting(true) }
}
