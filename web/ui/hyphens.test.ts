import assert from 'node:assert/strict'
import { test } from 'node:test'
import { starterNames } from '../../contract/starter.ts'
import { type Language, languages } from '../../words/languages.ts'
import { inLanguage } from '../../words/t.ts'
import { hyphenated } from './hyphens.ts'

const shown = (text: string) => hyphenated(text).replaceAll('\u00ad', '|')

test('a long word says where it may break, and a short one has nothing added', () => {
  assert.equal(shown('Groceries'), 'Groceries')
  assert.equal(shown('Phone and internet'), 'Phone and internet')
  assert.equal(shown('Subscriptions'), 'Subsc|rip|tions')
  assert.equal(shown('Krankenversicherung'), 'Kran|ken|ver|sic|herung')
  assert.match(shown('Комунальні послуги'), /^Ко[а-яі]+(\|[а-яі]+)+ послуги$/)
})

test('no name of the ready-made set is cut inside a word without a hyphen, in any language', () => {
  for (const language of Object.keys(languages) as Language[])
    for (const name of Object.values(starterNames)) {
      const text = inLanguage(language, name)
      const written = hyphenated(text)
      assert.equal(written.replaceAll('\u00ad', ''), text)
      if (language === 'ar' || language === 'zh-Hans') continue
      for (const part of written.split(/[\s\u00ad-]+/))
        assert.ok([...part].length <= 9, `${language}: ${shown(text)}`)
    }
})
