import { useState } from 'react'
import type { BroughtKind } from '../../../contract/import-brings.ts'
import { type Import, updateImport } from '../../../contract/imports.ts'
import { t } from '../../../words/t.ts'
import { useChange } from '../../api/change.ts'
import { Card } from '../../ui/Card.tsx'
import { Checkbox } from '../../ui/Field.tsx'
import { rich } from '../../ui/rich.ts'
import { Refusal } from '../../ui/States.tsx'
import { LeftBehind } from './LeftBehind.tsx'
import { behind, brought, broughtText } from './moved.ts'

/** The parts of another program's file besides its rows: each kind can be left out, and all that stays behind is named before anything is recorded. */
export function BringsCard({ file }: { file: Import }) {
  const change = useChange(updateImport)
  // A tick shows at once, and the answer of the service counts as soon as it is there.
  const [ticked, setTicked] = useState<Readonly<Record<string, boolean>>>({})
  const { brings } = file
  const [comes, stays] = [brought(brings), behind(brings)]
  if (brings.length === 0) return null
  const tick = async (kind: BroughtKind, is_chosen: boolean) => {
    setTicked((before) => ({ ...before, [kind]: is_chosen }))
    await change.send({ params: { id: file.id }, body: { brings: [{ kind, is_chosen }] } })
    setTicked(({ [kind]: _, ...others }) => others)
  }
  return (
    <Card aria-label={t('Besides the transactions')} className="mb-4 px-5 py-4 max-sm:px-4">
      <div className="grid grid-cols-1 gap-x-8 gap-y-4 lg:grid-cols-2">
        {comes.length > 0 && (
          <div>
            <h2 className="text-body font-semibold">{t('Besides the transactions')}</h2>
            <div className="mt-1.5">
              {comes.map(({ kind, count, already, is_chosen }) =>
                count === 0 ? (
                  <p key={kind} className="flex min-h-8 items-center ps-6.5 text-text-2 touch:min-h-11">
                    {t('{things} here already', { things: broughtText(kind, already) })}
                  </p>
                ) : (
                  <Checkbox
                    key={kind}
                    checked={ticked[kind] ?? is_chosen}
                    onChange={({ target }) => void tick(kind, target.checked)}
                  >
                    <span>
                      {already > 0
                        ? rich(
                            '{things}<quiet>, {already, plural, one {# here already} other {# here already}}</quiet>',
                            {
                              things: broughtText(kind, count),
                              already,
                              quiet: (inner) => <span className="text-text-2">{inner}</span>,
                            },
                          )
                        : broughtText(kind, count)}
                    </span>
                  </Checkbox>
                ),
              )}
            </div>
          </div>
        )}
        {stays.length > 0 && (
          <div>
            <h2 className="text-body font-semibold">{t('Stays behind, or comes otherwise')}</h2>
            <div className="mt-1.5">
              <LeftBehind brings={brings} />
            </div>
          </div>
        )}
      </div>
      {change.sentence && <Refusal title={change.sentence} />}
    </Card>
  )
}
