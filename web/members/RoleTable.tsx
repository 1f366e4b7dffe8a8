import { Check } from 'lucide-react'
import { ROLES } from '../../contract/members.ts'
import { t } from '../../words/t.ts'
import { Card } from '../ui/Card.tsx'
import { powers, roleNames } from './role-words.ts'

/** The rights of each role. */
export const RoleTable = () => (
  <Card className="overflow-hidden">
    <table className="w-full text-table">
      <caption className="sr-only">{t('What each role may')}</caption>
      <thead>
        <tr className="text-caption text-text-2">
          <td />
          {ROLES.map((role) => (
            <th key={role} scope="col" className="px-1 py-2.5 font-medium last:pr-3 max-[359px]:text-axis">
              {roleNames[role]()}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {powers().map(({ words, roles }) => (
          <tr key={words} className="border-t border-line">
            <th scope="row" className="py-2 pr-1 pl-5 text-left font-medium max-sm:pl-3">
              {words}
            </th>
            {ROLES.map((role) => (
              <td key={role} className="px-1 text-center last:pr-3">
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
