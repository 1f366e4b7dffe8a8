import assert from 'node:assert/strict'
import { test } from 'node:test'
import { examplesOfImports } from '../../contract/examples/imports.ts'
import { chooseLocale } from '../ui/locale.ts'
import { importStep, isCertain } from './import-steps.ts'
import { answerWords, questionWords } from './question-words.ts'

chooseLocale('en-GB')

test('a file with a question waits at its columns until the question is answered', () => {
  const choices = (['day_first', 'month_first'] as const).map((value) => ({
    value,
    example: `03/04/2026 ${value}`,
    rows: [
      {
        line: 2,
        written: '03/04/2026',
        words: 'SPAR',
        date: value === 'day_first' ? '2026-04-03' : '2026-03-04',
        amount: -1,
      },
    ],
    mapping: { date_order: value },
  }))
  const need = { what: 'day_order' as const, why: 'No day has a number above 12.', choices }
  const open = { ...examplesOfImports.Import, needs: [need] }
  assert(!isCertain(open))
  assert.deepEqual(
    ['check', 'columns', 'file', undefined].map((asked) => importStep(open, asked)),
    ['columns', 'columns', 'file', 'columns'],
  )
  assert.equal(questionWords(need, '2026-11-15'), '03/04/2026: is that 3 April or 4 March?')
  assert.equal(answerWords(need, choices[1] ?? assert.fail(), '2026-11-15'), '4 March, the month first')
  assert.equal(
    questionWords({ ...need, choices: choices.map((one) => ({ ...one, rows: [] })) }, '2026-11-15'),
    'Does the day or the month come first?',
  )
  assert.equal(
    questionWords({ what: 'amount_column', why: '', choices: [] }, '2026-11-15'),
    'This seems to be no statement of an account.',
  )
})
