import { ArrowRight } from 'lucide-react'
import type { ColumnRole } from '../../contract/import-mapping.ts'
import type { Import } from '../../contract/imports.ts'
import { useAddress } from '../page/address.ts'
import { Button } from '../ui/Button.tsx'
import { Card, CardHeading } from '../ui/Card.tsx'
import { Refusal } from '../ui/States.tsx'
import { typeset } from '../ui/wording.ts'
import { AsRead } from './AsRead.tsx'
import { ColumnTable } from './ColumnTable.tsx'
import { withRole } from './columns.ts'
import { FileOptions } from './FileOptions.tsx'
import { Foot } from './Foot.tsx'
import { NamesOfAccounts, NamesOfCategories } from './NamesOfFile.tsx'
import { UnusedColumns } from './UnusedColumns.tsx'
import { useMapping } from './use-mapping.ts'

/** How the file is understood: the role of each column, and the account or category behind each name. */
export function ColumnsStep({ file }: { file: Import }) {
  const { open } = useAddress()
  const { mapping, missing, sentence, isBusy, set } = useMapping(file)
  if (!mapping) return null
  const isTable = mapping.columns.length > 0
  const setRole = (index: number, role: ColumnRole) =>
    set({ columns: withRole(mapping.columns, index, role).map((column) => ({ role: column.role })) })
  return (
    <>
      <p className="-mt-2 mb-4 text-body text-text-2">
        {isTable
          ? 'Say what each column holds. Florin remembers it for the next file of this account.'
          : mapping.categories.length > 0
            ? 'Say which of your accounts and categories those of the file are. Florin remembers it.'
            : 'Say which of your accounts those of the file are. Florin remembers it.'}
      </p>
      <div className="flex flex-col gap-4">
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
        words={isBusy ? 'Florin reads the file…' : 'Nothing is in your books yet.'}
        onBack={() => open({ step: 'file' })}
      >
        <Button
          look="primary"
          isBusy={isBusy}
          onClick={() => {
            if (missing.length === 0) open({ step: 'check' })
          }}
        >
          Check the rows
          <ArrowRight size={16} aria-hidden />
        </Button>
      </Foot>
    </>
  )
}
