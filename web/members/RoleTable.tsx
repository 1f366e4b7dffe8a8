import { Check } from 'lucide-react'
import { ROLES } from '../../contract/members.ts'
import { t } from '../../words/t.ts'
import { Card } from '../ui/Card.tsx'
import { classes } from '../ui/classes.ts'
import { powers, roleNames } from './role-words.ts'

/** On a phone, names of roles of so many letters together have room beside each other. Longer ones are written upwards. */
const MAX_ACROSS = 26

/** The rights of each role. */
export function RoleTable() {
  const isLong = ROLES.reduce((sum, role) => sum + roleNames[role]().length, 0) > MAX_ACROSS
  return (
    <Card className="overflow-hidden">
      <table className="w-full text-table">
        <caption className="px-5 pt-6 pb-1 text-start text-body font-semibold max-sm:px-3">
          {t('What each role may')}
        </caption>
        <thead>
          <tr className="align-bottom text-caption text-text-2">
            <td />
            {ROLES.map((role) => (
              <th key={role} scope="col" className="px-1 py-2.5 font-medium last:pe-3 max-[359px]:text-axis">
                <span
                  className={classes(
                    isLong && 'max-sm:inline-block max-sm:rotate-180 max-sm:[writing-mode:vertical-rl]',
                  )}
                >
                  {roleNames[role]()}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {powers().map(({ words, roles }) => (
            <tr key={words} className="border-t border-line">
              <th scope="row" className="py-2 pe-1 ps-5 text-start font-medium max-sm:ps-3">
                {words}
              </th>
              {ROLES.map((role) => (
                <td key={role} className="px-1 text-center last:pe-3">
                  {roles.includes(role) ? (
                    <>
                      <Check size={15} aria-hidden className="mx-auto text-in" />
                      <span className="sr-only">{t('yes')}</span>
                    </>
                  ) : (
                    <>
                      <span aria-hidden className="text-text-3">
                        –
                      </span>
                      <span className="sr-only">{t('no')}</span>
                    </>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
