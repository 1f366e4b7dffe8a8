import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shownText } from './bank-text.ts'

const BY_BANKS = [
  ['KARTENZAHLUNG 12.11 REWE SAGT DANKE 4711//BERLIN/DE', 'REWE'],
  ['Kartenzahlung REWE SAGT DANKE 4711//BERLIN/DE', 'REWE'],
  ['CARD PAYMENT TO TESCO STORES 3345 ON 12 NOV 2026', 'TESCO STORES'],
  ['VDP-SPOTIFY AB', 'SPOTIFY'],
  ['SEPA-BASISLASTSCHRIFT STADTWERKE MUENCHEN REF 99887766', 'STADTWERKE MUENCHEN'],
  ['LASTSCHRIFT VODAFONE 1234567890', 'VODAFONE'],
  ['POS 4711 LIDL 12/11', 'LIDL'],
  ['PAIEMENT CB MONOPRIX PARIS', 'MONOPRIX PARIS'],
  ['PRLV SEPA FREE MOBILE', 'FREE MOBILE'],
  ['D/D ELECTRIC IRELAND 0012345', 'ELECTRIC IRELAND'],
  ['PŁATNOŚĆ KARTĄ 12.11 ŻABKA Z1234', 'ŻABKA'],
  ['Kartenzahlung BÄCKEREI LANG 2026-11-12T08:13 XXXX1234', 'BÄCKEREI LANG'],
] as const

for (const [text, name] of BY_BANKS)
  test(`of a bank's text the name is shown: ${text}`, () => assert.equal(shownText(text), name))

const TYPED = [
  'REWE',
  'REWE 4711',
  'IKEA 304.212.33',
  'Lunch 12.11',
  'Rent 2026',
  'TÜV 12/2026',
  'TAX 20261112',
  'RENT NOVEMBER 2026',
  'Kartenzahlung Rewe',
  'KARTENZAHLUNG',
  'KARTENZAHLUNG 4711',
  'Lastschrift Stadtwerke 2026',
  'Überweisung an Anna 12.11.',
  'Card payment to Sam for the bike, 2026',
  'Direct debit 1234',
  'DIRECT DEBIT',
  'POS',
  'Pos terminal fee 2026',
  'Zakup roweru 2026',
  'Przelew do Anny 12.11',
  'Оплата квартири 2026',
  'ОПЛАТА КВАРТИРИ',
  'Carte Navigo 2026',
  'Recibo 4711',
  'VISA',
  'SEPA',
  'Ref 8812',
  'Order 302-1234567-1234567',
  'DE89 3704 0044 0532 0130 00',
  'photos at https://example.com/DE',
  'Tap water, 2 x 4 bottles',
  'POS-Gerät 2026',
  'ÜBERWEISUNG MIETE 2026',
  'DAUERAUFTRAG MIETE 2026',
  'PAGO ALQUILER 2026',
  'VIREMENT LOYER 2026',
  'PRZELEW CZYNSZ 2026',
  'ОПЛАТА КВАРТИРИ 2026',
  'STANDING ORDER 2026 RENT',
  'THANK YOU MARIA 2026',
  'POSTER 2026',
  'SEPA TRANSFER RENT',
  'Дякую!',
  '午餐 12.11',
  'بطاقة 4711',
  '',
  '12.50',
]

for (const text of TYPED)
  test(`a typed text stays as it is: ${text}`, () => assert.equal(shownText(text), text))
