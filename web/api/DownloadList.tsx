import { Download, FileSpreadsheet } from 'lucide-react'
import type { ReactNode } from 'react'
import { addressOf } from '../../contract/client.ts'
import type { Route } from '../../contract/route.ts'
import { t } from '../../words/t.ts'
import { PlainLink } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import { useLocale } from '../ui/locale.ts'
import { BASE } from './ask.ts'
import { bookOfPage } from './page-book.ts'

/** The address of a file that the service makes. */
export const fileAddress = (route: Route, query: object, params: Record<string, string> = {}): string =>
  `${BASE}${addressOf(route, { params, query }, bookOfPage())}`

/** Saves a list, as it is filtered, as a table for a spreadsheet. */
export const DownloadList = ({
  route,
  query,
  params,
  className,
  children,
}: {
  route: Route
  query: object
  params?: Record<string, string>
  className?: string
  /** Its name beside the icon; without one, the icon stands alone. */
  children?: ReactNode
}) => (
  <PlainLink
    download
    href={fileAddress(route, { ...query, format: 'csv' }, params)}
    aria-label={t('Download as CSV')}
    title={t('Download as CSV')}
    className={classes(children === undefined && 'px-2!', className)}
    icon={<Download size={15} aria-hidden />}
  >
    {children}
  </PlainLink>
)

/** Saves a list, as it is filtered, in a few columns for people, written as they write days and amounts. */
export const DownloadSheet = ({
  route,
  query,
  children,
}: {
  route: Route
  query: object
  children?: ReactNode
}) => {
  const locale = useLocale()

  return (
    <PlainLink
      download
      href={fileAddress(route, { ...query, format: 'csv', locale })}
      {...(children === undefined && {
        'aria-label': t('Download for a spreadsheet'),
        className: 'px-2!',
      })}
      title={t('Download for a spreadsheet: day, account, who, what, category, amount, currency, tags')}
      icon={<FileSpreadsheet size={15} aria-hidden />}
    >
      {children}
    </PlainLink>
  )
}
