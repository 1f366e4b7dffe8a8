import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedWorld } from '../../../test/world.ts'
import { knownShop } from './known-shops.ts'
import { wronglySorted } from './sorted-lines.ts'

const world = await sharedWorld()

const statement = `ZAKUP PRZY UŻYCIU KARTY JMP S.A. BIEDRONKA 4412 WARSZAWA|Groceries
LIDL STARA IWICZNA 1123|Groceries
ŻABKA Z7712 K.1 KRAKÓW|Groceries
AUCHAN WARSZAWA MODLINSKA|Groceries
CARREFOUR EXPRESS V21|Groceries
DINO POLSKA S.A. KROTOSZYN|Groceries
STOKROTKA SP Z O.O. LUBLIN|Groceries
PIEKARNIA GRZYBKI WARSZAWA|Groceries
DELIKATESY CENTRUM 3312|Groceries
SKLEP MIESNY U KOWALA|Groceries
RESTAURACJA POD ANIOLAMI|Eating out
PYSZNE.PL ZAMÓWIENIE 4H2K|Eating out
GLOVO 12OCT WARSZAWA|Eating out
KAWIARNIA RELAKS|Eating out
MCDONALDS 221 WARSZAWA|Eating out
PIZZERIA MARCO GDYNIA|Eating out
CUKIERNIA SOWA BYDGOSZCZ|Eating out
CZYNSZ ZA LISTOPAD MIESZKANIE 14|Rent
SPÓŁDZIELNIA MIESZKANIOWA BEMOWO OPŁATY|Rent
PGE OBRÓT FAKTURA 8812|Utilities
TAURON SPRZEDAŻ SP. Z O.O.|Utilities
PGNIG OBRÓT DETALICZNY GAZ|Utilities
MPWIK WARSZAWA WODA I ŚCIEKI|Utilities
ORANGE POLSKA FAKTURA 11/2026|Phone and internet
P4 SP. Z O.O. PLAY FAKTURA|Phone and internet
T-MOBILE POLSKA DOŁADOWANIE|Phone and internet
IKEA RETAIL JANKI|Household
LEROY MERLIN POLSKA PIASECZNO|Household
CASTORAMA 3312 POZNAN|Household
ROSSMANN 771 WARSZAWA|Household
RTV EURO AGD 22|Household
PEPCO 210338 RADOM|Household
PKP INTERCITY BILET 8KX22P|Transport
JAKDOJADE BILETY ZTM|Transport
KOLEJE MAZOWIECKIE KM|Transport
BOLT.EU/O/2610041|Transport
ORLEN STACJA NR 4411|Car
CIRCLE K WROCLAW|Car
MYJNIA SAMOCHODOWA BLYSK|Car
AUTOSTRADA A2 WIELKOPOLSKA|Car
APTEKA GEMINI GDANSK|Health
LUX MED SP. Z O.O. ABONAMENT|Health
GABINET STOMATOLOGICZNY DR NOWAK|Health
ZALANDO SE ZAMOWIENIE|Clothing
RESERVED LPP SA 112|Clothing
CCC S.A. SKLEP 88|Clothing
SZKOŁA JĘZYKOWA LINGUA CZESNE|Education
PRZEDSZKOLE NR 14 LISTOPAD|Children
SMYK WARSZAWA|Children
GABINET WETERYNARYJNY FUTRZAK|Pets
CINEMA CITY ARKADIA|Leisure
MULTISPORT BENEFIT SYSTEMS|Leisure
WIZZ AIR HUNGARY KX22P|Travel
KWIACIARNIA RÓŻA|Gifts
PZU SA SKŁADKA OC SAMOCHÓD|Insurance
URZĄD SKARBOWY WARSZAWA WOLA PIT-37|Taxes
OPŁATA ZA PROWADZENIE RACHUNKU|Bank fees
ACME SP Z O O WYNAGRODZENIE ZA 10/2026|Salary
KAPITALIZACJA ODSETEK|Interest
ZUS ŚWIADCZENIE WYCHOWAWCZE 800 PLUS|Other income`

test('a Polish statement of 60 rows is sorted before the first click', async () => {
  assert.equal(statement.split('\n').length, 60)
  assert.deepEqual(await wronglySorted(await world.person(), statement), [])
})

test('in Polish, too, the phrase with most words decides, and a side knows its own words only', () => {
  assert.equal(knownShop(['empik', 'go'], 'expense')?.category, 'Subscriptions')
  assert.equal(knownShop(['empik', 'krakow'], 'expense')?.category, 'Leisure')
  assert.equal(knownShop(['zus'], 'expense')?.category, 'Taxes')
  assert.equal(knownShop(['zus'], 'income')?.category, 'Other income')
  assert.equal(knownShop(['wynagrodzenie'], 'expense'), undefined)
})
