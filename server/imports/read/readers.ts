import type { ImportFormat } from '../../../contract/import-mapping.ts'
import { later } from '../../../words/t.ts'
import { readBeancount } from './beancount.ts'
import { readCamt } from './camt.ts'
import { readCsv } from './csv.ts'
import { readFirefly } from './firefly.ts'
import { readGnuCashXml } from './gnucash-xml.ts'
import { readHledger } from './hledger.ts'
import { readMt940 } from './mt940.ts'
import { readOfx } from './ofx.ts'
import { readQif } from './qif.ts'
import { readActual, readYnab } from './registers.ts'
import { type Reader, Unreadable } from './row.ts'

/** A format that is recognised but not supported. */
const notRead: Reader = () => {
  throw new Unreadable(later('This is a whole book of Florin, which Florin does not read.'))
}

/** The reader of each format. */
export const readers: Readonly<Record<ImportFormat, Reader>> = {
  csv: readCsv,
  ofx: readOfx,
  qif: readQif,
  camt: readCamt,
  mt940: readMt940,
  firefly: readFirefly,
  actual: readActual,
  ynab: readYnab,
  gnucash: readGnuCashXml,
  hledger: readHledger,
  beancount: readBeancount,
  florin: notRead,
}
