import type { Day } from './day.ts'

/**
 * Every active currency of ISO 4217 with its number of decimals: code|decimals|symbol|name. Ours, because Intl's
 * decimals differ from the standard's. Metals, test codes and units of account without decimals are left out.
 */
const table = `
AED|2|AED|United Arab Emirates Dirham
AFN|2|؋|Afghan Afghani
ALL|2|ALL|Albanian Lek
AMD|2|֏|Armenian Dram
AOA|2|Kz|Angolan Kwanza
ARS|2|$|Argentine Peso
AUD|2|$|Australian Dollar
AWG|2|AWG|Aruban Florin
AZN|2|₼|Azerbaijani Manat
BAM|2|KM|Bosnia-Herzegovina Convertible Mark
BBD|2|$|Barbadian Dollar
BDT|2|৳|Bangladeshi Taka
BHD|3|BHD|Bahraini Dinar
BIF|0|BIF|Burundian Franc
BMD|2|$|Bermudan Dollar
BND|2|$|Brunei Dollar
BOB|2|Bs|Bolivian Boliviano
BOV|2|BOV|Bolivian Mvdol
BRL|2|R$|Brazilian Real
BSD|2|$|Bahamian Dollar
BTN|2|BTN|Bhutanese Ngultrum
BWP|2|P|Botswanan Pula
BYN|2|BYN|Belarusian Ruble
BZD|2|$|Belize Dollar
CAD|2|$|Canadian Dollar
CDF|2|CDF|Congolese Franc
CHE|2|CHE|WIR Euro
CHF|2|CHF|Swiss Franc
CHW|2|CHW|WIR Franc
CLF|4|CLF|Chilean Unit of Account (UF)
CLP|0|$|Chilean Peso
CNY|2|¥|Chinese Yuan
COP|2|$|Colombian Peso
COU|2|COU|Colombian Real Value Unit
CRC|2|₡|Costa Rican Colón
CUP|2|$|Cuban Peso
CVE|2|CVE|Cape Verdean Escudo
CZK|2|Kč|Czech Koruna
DJF|0|DJF|Djiboutian Franc
DKK|2|kr|Danish Krone
DOP|2|$|Dominican Peso
DZD|2|DZD|Algerian Dinar
EGP|2|E£|Egyptian Pound
ERN|2|ERN|Eritrean Nakfa
ETB|2|ETB|Ethiopian Birr
EUR|2|€|Euro
FJD|2|$|Fijian Dollar
FKP|2|£|Falkland Islands Pound
GBP|2|£|British Pound
GEL|2|₾|Georgian Lari
GHS|2|GH₵|Ghanaian Cedi
GIP|2|£|Gibraltar Pound
GMD|2|GMD|Gambian Dalasi
GNF|0|FG|Guinean Franc
GTQ|2|Q|Guatemalan Quetzal
GYD|2|$|Guyanaese Dollar
HKD|2|$|Hong Kong Dollar
HNL|2|L|Honduran Lempira
HTG|2|HTG|Haitian Gourde
HUF|2|Ft|Hungarian Forint
IDR|2|Rp|Indonesian Rupiah
ILS|2|₪|Israeli New Shekel
INR|2|₹|Indian Rupee
IQD|3|IQD|Iraqi Dinar
IRR|2|IRR|Iranian Rial
ISK|0|kr|Icelandic Króna
JMD|2|$|Jamaican Dollar
JOD|3|JOD|Jordanian Dinar
JPY|0|¥|Japanese Yen
KES|2|KES|Kenyan Shilling
KGS|2|⃀|Kyrgyz Som
KHR|2|៛|Cambodian Riel
KMF|0|CF|Comorian Franc
KPW|2|₩|North Korean Won
KRW|0|₩|South Korean Won
KWD|3|KWD|Kuwaiti Dinar
KYD|2|$|Cayman Islands Dollar
KZT|2|₸|Kazakhstani Tenge
LAK|2|₭|Laotian Kip
LBP|2|L£|Lebanese Pound
LKR|2|Rs|Sri Lankan Rupee
LRD|2|$|Liberian Dollar
LSL|2|LSL|Lesotho Loti
LYD|3|LYD|Libyan Dinar
MAD|2|MAD|Moroccan Dirham
MDL|2|MDL|Moldovan Leu
MGA|2|Ar|Malagasy Ariary
MKD|2|MKD|Macedonian Denar
MMK|2|K|Myanmar Kyat
MNT|2|₮|Mongolian Tugrik
MOP|2|MOP|Macanese Pataca
MRU|2|MRU|Mauritanian Ouguiya
MUR|2|Rs|Mauritian Rupee
MVR|2|MVR|Maldivian Rufiyaa
MWK|2|MWK|Malawian Kwacha
MXN|2|$|Mexican Peso
MXV|2|MXV|Mexican Investment Unit
MYR|2|RM|Malaysian Ringgit
MZN|2|MZN|Mozambican Metical
NAD|2|$|Namibian Dollar
NGN|2|₦|Nigerian Naira
NIO|2|C$|Nicaraguan Córdoba
NOK|2|kr|Norwegian Krone
NPR|2|Rs|Nepalese Rupee
NZD|2|$|New Zealand Dollar
OMR|3|OMR|Omani Rial
PAB|2|PAB|Panamanian Balboa
PEN|2|PEN|Peruvian Sol
PGK|2|PGK|Papua New Guinean Kina
PHP|2|₱|Philippine Peso
PKR|2|Rs|Pakistani Rupee
PLN|2|zł|Polish Zloty
PYG|0|₲|Paraguayan Guarani
QAR|2|QAR|Qatari Riyal
RON|2|lei|Romanian Leu
RSD|2|RSD|Serbian Dinar
RUB|2|₽|Russian Ruble
RWF|0|RF|Rwandan Franc
SAR|2|SAR|Saudi Riyal
SBD|2|$|Solomon Islands Dollar
SCR|2|SCR|Seychellois Rupee
SDG|2|SDG|Sudanese Pound
SEK|2|kr|Swedish Krona
SGD|2|$|Singapore Dollar
SHP|2|£|St. Helena Pound
SLE|2|SLE|Sierra Leonean Leone
SOS|2|SOS|Somali Shilling
SRD|2|$|Surinamese Dollar
SSP|2|£|South Sudanese Pound
STN|2|Db|São Tomé & Príncipe Dobra
SVC|2|SVC|Salvadoran Colón
SYP|2|£|Syrian Pound
SZL|2|SZL|Swazi Lilangeni
THB|2|฿|Thai Baht
TJS|2|TJS|Tajikistani Somoni
TMT|2|TMT|Turkmenistani Manat
TND|3|TND|Tunisian Dinar
TOP|2|T$|Tongan Paʻanga
TRY|2|₺|Turkish Lira
TTD|2|$|Trinidad & Tobago Dollar
TWD|2|$|New Taiwan Dollar
TZS|2|TZS|Tanzanian Shilling
UAH|2|₴|Ukrainian Hryvnia
UGX|0|UGX|Ugandan Shilling
USD|2|$|US Dollar
USN|2|USN|US Dollar (Next day)
UYI|0|UYI|Uruguayan Peso (Indexed Units)
UYU|2|$|Uruguayan Peso
UYW|4|UYW|Uruguayan Nominal Wage Index Unit
UZS|2|UZS|Uzbekistani Som
VED|2|VED|Bolívar Soberano (digital)
VES|2|VES|Venezuelan Bolívar
VND|0|₫|Vietnamese Dong
VUV|0|VUV|Vanuatu Vatu
WST|2|WST|Samoan Tala
XAD|2|XAD|Arab Accounting Dinar
XAF|0|FCFA|Central African CFA Franc
XCD|2|$|East Caribbean Dollar
XCG|2|Cg.|Caribbean Guilder
XOF|0|F CFA|West African CFA Franc
XPF|0|CFPF|CFP Franc
YER|2|YER|Yemeni Rial
ZAR|2|R|South African Rand
ZMW|2|ZK|Zambian Kwacha
ZWG|2|ZWG|Zimbabwe Gold
`

/**
 * Currencies of the standard's list of those that have ended, with the last day of the month in which each did: code|decimals|symbol|name|until.
 * A sign that an active currency has is not theirs.
 */
const endedTable = `
ADP|0|ADP|Andorran Peseta|2003-07-31
AFA|2|AFA|Afghan Afghani (1927–2002)|2003-01-31
ALK|2|ALK|Albanian Lek (1946–1965)|1989-12-31
ANG|2|ANG|Netherlands Antillean Guilder|2025-03-31
AOK|2|AOK|Angolan Kwanza (1977–1991)|1991-03-31
AON|2|AON|Angolan New Kwanza (1990–2000)|2000-02-29
AOR|2|AOR|Angolan Readjusted Kwanza (1995–1999)|2000-02-29
ARA|2|ARA|Argentine Austral|1992-01-31
ARP|2|ARP|Argentine Peso (1983–1985)|1985-07-31
ATS|2|ATS|Austrian Schilling|2002-03-31
AZM|2|AZM|Azerbaijani Manat (1993–2006)|2005-12-31
BAD|2|BAD|Bosnia-Herzegovina Dinar (1992–1994)|1998-07-31
BEF|2|BEF|Belgian Franc|2002-03-31
BGL|2|BGL|Bulgarian Hard Lev|2003-11-30
BGN|2|лв.|Bulgarian Lev|2026-01-31
BOP|2|BOP|Bolivian Peso|1987-02-28
BRB|2|BRB|Brazilian New Cruzeiro (1967–1986)|1986-03-31
BRC|2|BRC|Brazilian Cruzado (1986–1989)|1989-02-28
BRE|2|BRE|Brazilian Cruzeiro (1990–1993)|1993-03-31
BRN|2|BRN|Brazilian New Cruzado (1989–1990)|1990-03-31
BRR|2|BRR|Brazilian Cruzeiro (1993–1994)|1994-07-31
BUK|2|BUK|Burmese Kyat|1990-02-28
BYB|0|BYB|Belarusian Ruble (1994–1999)|2001-01-31
BYR|0|BYR|Belarusian Ruble (2000–2016)|2017-01-31
CSD|2|CSD|Serbian Dinar (2002–2006)|2006-10-31
CSK|2|CSK|Czechoslovak Hard Koruna|1993-03-31
CUC|2|CUC|Cuban Convertible Peso|2021-06-30
CYP|2|CYP|Cypriot Pound|2008-01-31
DDM|2|DDM|East German Mark|1990-09-30
DEM|2|DM|German Mark|2002-03-31
ECS|2|ECS|Ecuadorian Sucre|2000-09-30
EEK|2|EEK|Estonian Kroon|2011-01-31
ESP|0|ESP|Spanish Peseta|2002-03-31
FIM|2|FIM|Finnish Markka|2002-03-31
FRF|2|FRF|French Franc|2002-03-31
GEK|2|GEK|Georgian Kupon Larit|1995-10-31
GHC|2|GHC|Ghanaian Cedi (1979–2007)|2008-01-31
GQE|2|GQE|Equatorial Guinean Ekwele|1989-06-30
GRD|2|GRD|Greek Drachma|2002-03-31
GWP|2|GWP|Guinea-Bissau Peso|1997-05-31
HRD|2|HRD|Croatian Dinar|1995-01-31
HRK|2|kn|Croatian Kuna|2023-01-31
IEP|2|IEP|Irish Pound|2002-03-31
ILR|2|ILR|Israeli Shekel (1980–1985)|1989-12-31
ITL|0|ITL|Italian Lira|2002-03-31
LTL|2|LTL|Lithuanian Litas|2014-12-31
LTT|2|LTT|Lithuanian Talonas|1993-07-31
LUF|2|LUF|Luxembourgian Franc|2002-03-31
LVL|2|LVL|Latvian Lats|2014-01-31
LVR|2|LVR|Latvian Ruble|1994-12-31
MGF|0|MGF|Malagasy Franc|2004-12-31
MRO|2|MRO|Mauritanian Ouguiya (1973–2017)|2017-12-31
MTL|2|MTL|Maltese Lira|2008-01-31
MXP|2|MXP|Mexican Silver Peso (1861–1992)|1993-01-31
MZM|2|MZM|Mozambican Metical (1980–2006)|2006-06-30
NIC|2|NIC|Nicaraguan Córdoba (1988–1991)|1990-10-31
NLG|2|NLG|Dutch Guilder|2002-03-31
PEI|2|PEI|Peruvian Inti|1991-07-31
PES|2|PES|Peruvian Sol (1863–1965)|1986-02-28
PLZ|2|PLZ|Polish Zloty (1950–1995)|1997-01-31
PTE|2|PTE|Portuguese Escudo|2002-03-31
ROL|2|ROL|Romanian Leu (1952–2006)|2005-06-30
RUR|2|RUR|Russian Ruble (1991–1998)|2004-01-31
SDD|2|SDD|Sudanese Dinar (1992–2007)|2007-07-31
SIT|2|SIT|Slovenian Tolar|2007-01-31
SKK|2|SKK|Slovak Koruna|2009-01-31
SLL|2|SLL|Sierra Leonean Leone (1964–2022)|2023-12-31
SRG|2|SRG|Surinamese Guilder|2003-12-31
STD|2|STD|São Tomé & Príncipe Dobra (1977–2017)|2017-12-31
SUR|2|SUR|Soviet Rouble|1990-12-31
TJR|2|TJR|Tajikistani Ruble|2001-04-30
TMM|2|TMM|Turkmenistani Manat (1993–2009)|2009-01-31
TPE|0|TPE|Timorese Escudo|2002-11-30
TRL|0|TRL|Turkish Lira (1922–2005)|2005-12-31
UAK|2|UAK|Ukrainian Karbovanets|1996-09-30
UYP|2|UYP|Uruguayan Peso (1975–1993)|1993-03-31
VEB|2|VEB|Venezuelan Bolívar (1871–2008)|2008-01-31
VEF|2|VEF|Venezuelan Bolívar (2008–2018)|2018-08-31
XEU|2|XEU|European Currency Unit|1999-01-31
YDD|2|YDD|Yemeni Dinar|1991-09-30
YUD|2|YUD|Yugoslavian Hard Dinar (1966–1990)|1990-01-31
YUM|2|YUM|Yugoslavian New Dinar (1994–2002)|2003-07-31
YUN|2|YUN|Yugoslavian Convertible Dinar (1990–1992)|1995-11-30
ZMK|2|ZMK|Zambian Kwacha (1968–2012)|2012-12-31
ZRN|2|ZRN|Zairean New Zaire (1993–1998)|1999-06-30
ZRZ|2|ZRZ|Zairean Zaire (1971–1993)|1994-02-28
ZWD|2|ZWD|Zimbabwean Dollar (1980–2008)|2008-08-31
ZWL|2|ZWL|Zimbabwean Dollar (2009–2024)|2024-09-30
ZWN|2|ZWN|Zimbabwean Dollar (2006–2008)|2006-09-30
ZWR|2|ZWR|Zimbabwean Dollar (2008)|2009-06-30
`

export type CurrencyFacts = {
  id: string
  name: string
  symbol: string
  decimals: number
  /** The last day on which it could be used; null for an active one. */
  until: Day | null
}

const factsOf = (lines: string): CurrencyFacts[] =>
  lines
    .trim()
    .split('\n')
    .map((line) => {
      const [id = '', decimals = '', symbol = '', name = '', until = null] = line.split('|')
      return { id, name, symbol, decimals: Number(decimals), until }
    })

export const allCurrencies: readonly CurrencyFacts[] = factsOf(table)
export const endedCurrencies: readonly CurrencyFacts[] = factsOf(endedTable)

const byId = new Map([...allCurrencies, ...endedCurrencies].map((currency) => [currency.id, currency]))

/** Writes a code as the standard does: `eur` becomes EUR. Text that cannot be a code is unchanged. */
export const currencyCode = (text: string): string => (/^[a-z]{3}$/i.test(text) ? text.toUpperCase() : text)

/** An active currency, or one that has ended. */
export const currencyFacts = (id: string): CurrencyFacts | undefined => byId.get(id)

/** A currency that had not ended on a day. */
export const currencyOn = (id: string, day: Day): CurrencyFacts | undefined => {
  const found = byId.get(id)
  return found && (found.until === null || day <= found.until) ? found : undefined
}
