import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTransactions } from '../../../contract/batches.ts'
import { addStarter } from '../../../contract/books.ts'
import { listCategories } from '../../../contract/categories.ts'
import { bank, category } from '../../../test/books.ts'
import { csv, rowsOf, sendFile } from '../../../test/importing.ts'
import { sharedWorld } from '../../../test/world.ts'
import { knownShop } from './known-shops.ts'
import { spanish } from './statement-es.ts'
import { french } from './statement-fr.ts'

const world = await sharedWorld()

/** A statement of a month: the words of the bank, and the category that a person would choose. */
const german = `REWE SAGT DANKE 44210 BERLIN|Groceries
EDEKA MUELLER FIL 1123|Groceries
LIDL DIENSTLEISTUNG GMBH CO KG|Groceries
ALDI SUED HH 312|Groceries
PENNY MARKT 3341 KARTENZAHLUNG|Groceries
BAECKEREI STEINECKE|Groceries
KAUFLAND BERLIN 2210|Groceries
DENNS BIOMARKT GMBH|Groceries
NETTO MARKEN-DISCOUNT 4711|Groceries
METZGEREI HUBER INH K HUBER|Groceries
RESTAURANT OLIVETO|Eating out
MCDONALDS 221 HAUPTBAHNHOF|Eating out
LIEFERANDO.DE TAKEAWAY|Eating out
CAFE EINSTEIN STAMMHAUS|Eating out
DOENER IMBISS AM ECK|Eating out
EISDIELE VENEZIA|Eating out
MIETE NOVEMBER WOHNUNG 3 LINKS|Rent
HAUSVERWALTUNG SCHULZ NEBENKOSTENABRECHNUNG|Rent
STADTWERKE ABSCHLAG STROM|Utilities
VATTENFALL EUROPE SALES|Utilities
RUNDFUNK ARD ZDF BEITRAGSSERVICE|Utilities
TELEKOM DEUTSCHLAND GMBH FESTNETZ|Phone and internet
CONGSTAR MOBILFUNK|Phone and internet
1UND1 TELECOM RECHNUNG|Phone and internet
IKEA DEUTSCHLAND SPANDAU|Household
DM DROGERIE MARKT 8891|Household
ROSSMANN 2213|Household
OBI BAUMARKT TEMPELHOF|Household
SATURN ELECTRO HANDEL|Household
DB VERTRIEB GMBH FERNVERKEHR|Transport
BVG ABO DEUTSCHLANDTICKET|Transport
FLIXBUS BUCHUNG 88123|Transport
TAXI ZENTRALE BERLIN|Transport
ARAL STATION 2231|Car
SHELL DEUTSCHLAND OIL|Car
TUEV RHEINLAND HAUPTUNTERSUCHUNG|Car
PARKHAUS ALEXA|Car
AUTOHAUS KOENIG WERKSTATT|Car
APOTHEKE AM ZOO|Health
ZAHNARZT DR WEBER RECHNUNG 221|Health
FIELMANN BRILLEN|Health
ZALANDO PAYMENTS GMBH|Clothing
H+M HENNES MAURITZ|Clothing
DEICHMANN SCHUHE|Clothing
VOLKSHOCHSCHULE MITTE SPANISCH|Education
KITA STERNENZELT ELTERNBEITRAG|Children
KLEINTIERPRAXIS DR HOFER RECHNUNG 881|Pets
CINEPLEX ALHAMBRA KINO|Leisure
MCFIT GMBH MITGLIED 2231|Leisure
AIRBNB PAYMENTS LUXEMBOURG|Travel
LUFTHANSA GROUP 220771|Travel
NETFLIX INTERNATIONAL B.V.|Subscriptions
SPOTIFY AB STOCKHOLM|Subscriptions
FLEUROP BLUMEN|Gifts
HUK-COBURG HAFTPFLICHT BEITRAG|Insurance
AOK NORDOST KRANKENKASSE|Insurance
FINANZAMT PANKOW EINKOMMENSTEUER|Taxes
ENTGELTABSCHLUSS KONTOFUEHRUNG|Bank fees
GEHALT NOVEMBER ACME GMBH|Salary
KINDERGELD FAMILIENKASSE|Other income`

const english = `TESCO STORES 3311 LONDON|Groceries
SAINSBURYS S/MKTS|Groceries
LIDL GB 221|Groceries
WAITROSE 772|Groceries
MORRISONS CAMDEN|Groceries
TRADER JOE'S #221|Groceries
WHOLE FOODS MARKET|Groceries
COSTCO WHSE #1123|Groceries
THE LOCAL BAKERY|Groceries
ALDI 44 BRISTOL|Groceries
STARBUCKS STORE 1123|Eating out
PRET A MANGER 33|Eating out
MCDONALDS F2213|Eating out
DELIVEROO LONDON|Eating out
UBER EATS HELP.UBER.COM|Eating out
THE CROWN PUB|Eating out
SQ *BLUE CUP COFFEE|Eating out
DISHOOM RESTAURANT|Eating out
RENT NOVEMBER FLAT 3|Rent
FOXTONS LETTINGS|Rent
BRITISH GAS|Utilities
THAMES WATER UTIL|Utilities
OCTOPUS ENERGY|Utilities
VODAFONE LTD|Phone and internet
VIRGIN MEDIA PYMTS|Phone and internet
VERIZON WIRELESS|Phone and internet
IKEA LTD WEMBLEY|Household
B & Q 1221|Household
HOME DEPOT 4411|Household
ARGOS LTD|Household
TFL TRAVEL CH|Transport
TRAINLINE.COM|Transport
UBER TRIP HELP.UBER.COM|Transport
LYFT RIDE SUN 8PM|Transport
SHELL OIL 57442|Car
ESSO TOLWORTH|Car
KWIK FIT 221|Car
NCP CAR PARKING|Car
BOOTS 1123 OXFORD ST|Health
CVS/PHARMACY #03321|Health
DR SMITH DENTAL|Health
SPECSAVERS OPT|Health
PRIMARK 221|Clothing
UNIQLO OXFORD|Clothing
ASOS.COM|Clothing
OPEN UNIVERSITY FEES|Education
BRIGHT STARS NURSERY|Children
PETS AT HOME 22|Pets
ODEON CINEMA 3|Leisure
PUREGYM LTD|Leisure
TICKETMASTER UK|Leisure
BOOKING.COM AMSTERDAM|Travel
RYANAIR 224411|Travel
NETFLIX.COM|Subscriptions
SPOTIFY P221|Subscriptions
APPLE.COM/BILL|Subscriptions
INTERFLORA|Gifts
AVIVA INSURANCE|Insurance
HMRC SELF ASSESS|Taxes
ACME LTD SALARY|Salary`

for (const [language, lines] of [
  ['German', german],
  ['English', english],
  ['French', french],
  ['Spanish', spanish],
] as const)
  test(`a ${language} statement of 60 rows is sorted before the first click`, async () => {
    const ana = await world.person()
    await ana.call(addStarter)
    const giro = await bank(ana, 'Giro', 'USD')
    const wanted = lines.split('\n').map((line) => line.split('|') as [string, string])
    assert.equal(wanted.length, 60)
    const income = new Set(['Salary', 'Other income'])
    const file = csv(
      ...wanted.map(
        ([text, name], index) =>
          `2026-10-${String((index % 28) + 1).padStart(2, '0')},"${text}",${income.has(name) ? '' : '-'}${10 + index}.50`,
      ),
    )
    const rows = await rowsOf(ana, await sendFile(ana, { account_id: giro.id }, file))
    const { data: categories } = await ana.call(listCategories, { query: { limit: 1000 } })
    const nameOf = (id: string | null | undefined) => categories.find((one) => one.id === id)?.name
    const byText = new Map(rows.map((row) => [row.text, row]))
    const wrong = wanted.flatMap(([text, name]) => {
      const row = byText.get(text) ?? assert.fail(text)
      const found = nameOf(row.draft?.category_id)
      return found === name ? [] : [`${text}: ${found ?? row.draft?.category_name}, not ${name}`]
    })
    assert(wrong.length <= 12, wrong.join('\n'))
    assert.deepEqual(
      wrong.filter((one) => !one.includes('Other ')),
      [],
      'no row is in a wrong category without a word',
    )
  })

test('of CITY PHARMACY, the pharmacy decides, however many of either came before', async () => {
  for (const [pharmacies, others] of [
    [8, 60],
    [36, 36],
    [60, 8],
  ] as const) {
    const ana = await world.person()
    const [health, food] = [await category(ana, 'Health'), await category(ana, 'Groceries')]
    const giro = await bank(ana, 'Giro', 'USD')
    const paid = (count: number, memo: string, category_id: string) =>
      Array.from({ length: count }, (_, index) => ({
        kind: 'expense' as const,
        amount: 5 + index,
        memo: `${memo} ${String.fromCharCode(97 + (index % 26)).repeat(3)}`,
        category_id,
        asset_account_id: giro.id,
        date: `2026-0${1 + (index % 9)}-10`,
      }))
    const transactions = [...paid(pharmacies, 'PHARMACY', health.id), ...paid(others, 'CITY MARKET', food.id)]
    await ana.call(createTransactions, { body: { transactions } })
    const [row] = await rowsOf(
      ana,
      await sendFile(ana, { account_id: giro.id }, csv('2026-11-03,CITY PHARMACY,-12.00')),
    )
    assert.equal(row?.draft?.category_id, health.id, `${pharmacies} ${others}: ${row?.reason}`)
  }
})

test('a book with one category sorts by its words; words of several categories are said to be so', async () => {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  const giro = await bank(ana, 'Giro', 'USD')
  const spend = (memo: string, category_id: string) =>
    Array.from({ length: 6 }, (_, index) => ({
      kind: 'expense' as const,
      amount: 5 + index,
      memo,
      category_id,
      asset_account_id: giro.id,
      date: `2026-09-0${index + 1}`,
    }))
  const judged = async (text: string) =>
    (await rowsOf(ana, await sendFile(ana, { account_id: giro.id }, csv(`2026-11-01,${text},-99.00`))))[0]
  const add = (...transactions: ReturnType<typeof spend>) =>
    ana.call(createTransactions, { body: { transactions } })
  await add(...spend('Zotter', food.id), ...spend('Kram', food.id))
  assert.equal((await judged('Zotter'))?.reason, '"Zotter" went to Food 6 of 6 times.')
  const home = await category(ana, 'Home')
  await add(...spend('Zotter Plus', home.id))
  assert.match((await judged('Zotter'))?.reason ?? '', /^Its words went to several categories/)
  assert.equal((await judged('Zotter Plus'))?.reason, '"Plus" went to Home 6 of 6 times.')
})

test('the phrase with most words decides, and a side knows its own words only', () => {
  assert.equal(knownShop(['uber', 'eats', 'london'], 'expense')?.category, 'Eating out')
  assert.equal(knownShop(['uber', 'london'], 'expense')?.category, 'Transport')
  assert.equal(knownShop(['salary'], 'expense'), undefined)
  assert.equal(knownShop(['salary'], 'income')?.category, 'Salary')
})
