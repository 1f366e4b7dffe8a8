import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { inLanguage } from '../../../words/t.ts'
import { readEntry } from './grammar.ts'
import type { Reading } from './reading.ts'
import { bookIn } from './typed-lines.ts'
import { writtenEntry } from './written.ts'

/** Pieces of lines in languages with cases and phrases, in any order. */
const languages = {
  pl: {
    contacts: ['Sam Okafor', 'Ola Nowak', 'Mama'],
    pieces:
      'pożyczyłem pożyczył pożyczyła zapożyczyłem oddałem oddała zapłaciłem zapłacił przelew przelałem dostałam wydałem winien jestem mi mnie ode od do dla z za na w po i ja ' +
      'samowi sama samem oli olą ola mamie mamy Kasi Piotrem obiad kawa pensja wypłata banku bank oszczędności gotówki kartą kredytową mbank pół powrotem podział co dwa tygodnie ' +
      'miesięcznie wczoraj przedwczoraj piątek zeszły września zł euro złotych funty 12 12,50 3 +20 -3 12.11 > @sam !bank #tag " "jak jest"',
  },
  uk: {
    contacts: ['Оля Коваль', 'Андрій Бойко', 'Мама'],
    pieces:
      'позичив позичила запозичив взяв дав дала у в борг віддав повернула заплатив переказ переказала отримала витратив винен я мені мене від з із за на до та й навпіл поділити ' +
      "олі олею оля андрію андрієм мамі Оксани обід кава зп зарплата банку банк заощадження готівкою карткою кредитною раз два тижні щомісяця вчора позавчора п'ятницю минулого " +
      'вересня грн євро гривень 12 12,50 3 +20 -3 12.11 > @оля !банк #тег " "як є"',
  },
} as const

const meaning = ({ tokens: _, is_category_guess: _guess, named_by: _words, ...rest }: Reading) => rest

for (const language of ['pl', 'uk'] as const)
  test(`any words of ${language} are read, tokens cover the line, and what is written reads the same again`, () => {
    const book = bookIn({ language, contacts: languages[language].contacts, accounts: ['mBank'] })
    const pieces = languages[language].pieces.split(' ')
    let count = 0
    inLanguage(language, () =>
      fc.assert(
        fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 10 }), (parts) => {
          const text = parts.join(' ')
          const reading = readEntry(text, book)
          let end = 0
          for (const token of reading.tokens) {
            assert.ok(token.start >= end && token.end > token.start, JSON.stringify(token))
            assert.match(text.slice(end, token.start), /^\s*$/)
            end = token.end
          }
          assert.match(text.slice(end), /^\s*$/)
          if (reading.faults.some((fault) => fault !== 'category_missing')) return
          count++
          const line = writtenEntry(reading, book)
          if (line.length > 255) return
          assert.deepEqual(
            meaning(readEntry(line, book)),
            meaning(reading),
            `${JSON.stringify(text)} → ${line}`,
          )
        }),
        { numRuns: 4_000 },
      ),
    )
    assert.ok(count > 500, `only ${count} of the texts were entries`)
  })
