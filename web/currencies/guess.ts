import { currencyFacts } from '../../contract/iso4217.ts'
import { everydayCurrencies } from './list.ts'

/** The currency that somebody probably thinks in, from the region of their locale. */

/** Regions whose currency does not begin with their own code, by currency. */
const shared: Readonly<Record<string, string>> = {
  EUR: 'AD,AT,AX,BE,BG,BL,CY,DE,EA,EE,ES,FI,FR,GF,GP,GR,HR,IC,IE,IT,LT,LU,LV,MC,ME,MF,MQ,MT,NL,PM,PT,RE,SI,SK,SM,TF,VA,XK,YT',
  USD: 'AS,BQ,EC,FM,GU,IO,MH,MP,PR,PW,SV,TC,TL,UM,VG,VI',
  GBP: 'GG,IM,JE,GS,TA',
  CHF: 'LI',
  AUD: 'CC,CX,HM,KI,NF,NR,TV',
  NZD: 'CK,NU,PN,TK',
  DKK: 'FO,GL',
  NOK: 'BV,SJ',
  ILS: 'PS',
  MAD: 'EH',
  XOF: 'BF,BJ,CI,GW,ML,NE,SN,TG',
  XAF: 'CF,CG,CM,GA,GQ,TD',
  XCD: 'AG,AI,DM,GD,KN,LC,MS,VC',
  XCG: 'CW,SX',
  XPF: 'NC,PF,WF',
}
const byRegion = new Map(
  Object.entries(shared).flatMap(([currency, regions]) =>
    regions.split(',').map((region) => [region, currency] as const),
  ),
)

/** The currency of a region: by ISO 4217, most begin with the code of their country. */
const currencyOf = (region: string): string | undefined =>
  byRegion.get(region) ?? everydayCurrencies.find(({ id }) => id.startsWith(region))?.id

/** de-AT is EUR, en is USD; undefined where the locale says nothing. */
export function guessCurrency(locale: string): string | undefined {
  try {
    const { region = '' } = new Intl.Locale(locale).maximize()
    const id = /^[A-Z]{2}$/.test(region) ? currencyOf(region) : undefined
    return id !== undefined && currencyFacts(id) ? id : undefined
  } catch {
    return undefined
  }
}
