import assert from 'node:assert/strict'
import { test } from 'node:test'
import { guessCurrency } from './guess.ts'

test('the currency follows from the region of the locale', () => {
  const guesses = {
    'de-AT': 'EUR',
    de: 'EUR',
    'en-GB': 'GBP',
    en: 'USD',
    'de-CH': 'CHF',
    'de-LI': 'CHF',
    ja: 'JPY',
    'es-MX': 'MXN',
    'es-CL': 'CLP',
    'pt-BR': 'BRL',
    pl: 'PLN',
    'fr-SN': 'XOF',
    'hr-HR': 'EUR',
    'bg-BG': 'EUR',
    'es-UY': 'UYU',
    'es-BO': 'BOB',
    'es-CO': 'COP',
    'zh-Hant-TW': 'TWD',
  }
  for (const [locale, currency] of Object.entries(guesses))
    assert.equal(guessCurrency(locale), currency, locale)
})

test('a locale without a country gives no guess', () => {
  assert.deepEqual(['en-001', 'es-419', 'not a locale', 'tlh'].map(guessCurrency), [
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})
