import assert from 'node:assert/strict'
import { test } from 'node:test'
import { typedTables } from '../../../words/catalogue.ts'
import { inLanguage } from '../../../words/t.ts'
import { fold } from '../../ui/matching.ts'
import { exampleBook } from './example-book.ts'
import { readEntry } from './grammar.ts'
import { changedRows, readRows, readTyped, type TypedBook, type TypedRow } from './typed-lines.ts'

const typed: TypedBook = { language: 'ar', currency: 'SAR', contacts: ['سام', 'سارة', 'أمي'] }

const rows: readonly TypedRow[] = [
  [
    'غداء 35',
    { kind: 'spent', amount: '35.00 SAR', category: 'Eating out', memo: 'غداء' },
    'أنفقت 35.00 ر.س. على المطاعم من نقد اليوم «⁨غداء⁩»',
  ],
  [
    'غداء ٣٥ ريال أمس',
    { kind: 'spent', amount: '35.00 SAR', category: 'Eating out', day: '2026-11-14', memo: 'غداء' },
    'أنفقت 35.00 ر.س. على المطاعم من نقد أمس «⁨غداء⁩»',
  ],
  ['35 ريال غداء', { kind: 'spent', amount: '35.00 SAR', category: 'Eating out', memo: 'غداء' }],
  ['دفعت 20 ريال قهوة', { kind: 'spent', amount: '20.00 SAR', category: 'Eating out', memo: 'قهوة' }],
  [
    'صرفت 120 على البقالة',
    { kind: 'spent', amount: '120.00 SAR', category: 'Groceries' },
    'أنفقت 120.00 ر.س. على البقالة من نقد اليوم',
  ],
  ['بقالة ٨٦٫٥٠ امبارح', { kind: 'spent', amount: '86.50 SAR', category: 'Groceries', day: '2026-11-14' }],
  [
    'تاكسي ب20',
    { kind: 'spent', amount: '20.00 SAR', category: 'Transport', memo: 'تاكسي' },
    'أنفقت 20.00 ر.س. على المواصلات من نقد اليوم «⁨تاكسي⁩»',
  ],
  [
    'بنزين بـ 100 ريال من البنك',
    { kind: 'spent', amount: '100.00 SAR', category: 'Car', account: 'Bank', memo: 'بنزين' },
  ],
  [
    'بنزين 100 بالبطاقة',
    { kind: 'spent', amount: '100.00 SAR', category: 'Car', account: 'Credit card', memo: 'بنزين' },
    'أنفقت 100.00 ر.س. على السيارة من بطاقة ائتمان اليوم «⁨بنزين⁩»',
  ],
  [
    'فاتورة الكهرباء 230 يوم الخميس',
    {
      kind: 'spent',
      amount: '230.00 SAR',
      category: 'Utilities',
      day: '2026-11-12',
      memo: 'فاتورة الكهرباء',
    },
  ],
  [
    'اشتريت ملابس 300 ريال الجمعة الماضية',
    { kind: 'spent', amount: '300.00 SAR', category: 'Clothing', day: '2026-11-13' },
    'أنفقت 300.00 ر.س. على الملابس من نقد في ⁨13 نوفمبر⁩',
  ],
  ['إيجار 2500 يوم 1/11', { kind: 'spent', amount: '2500.00 SAR', category: 'Rent', day: '2026-11-01' }],
  [
    '3 نوفمبر دواء 45',
    { kind: 'spent', amount: '45.00 SAR', category: 'Health', day: '2026-11-03', memo: 'دواء' },
  ],
  [
    'صيدلية 45 أول أمس',
    { kind: 'spent', amount: '45.00 SAR', category: 'Health', day: '2026-11-13', memo: 'صيدلية' },
  ],
  ['استلمت راتب 8000 في البنك', { kind: 'got', amount: '8000.00 SAR', category: 'Salary', account: 'Bank' }],
  ['راتب 8000', { kind: 'got', amount: '8000.00 SAR', category: 'Salary' }],
  ['الراتب ٨٬٠٠٠٫٥٠', { kind: 'got', amount: '8000.50 SAR', category: 'Salary' }],
  [
    'استلمت 50 من سام هدية',
    { kind: 'got', amount: '50.00 SAR', category: 'Gifts received', who: 'سام', memo: 'هدية' },
  ],
  ['نقلت 200 من البنك إلى المدخرات', { kind: 'moved', amount: '200.00 SAR', account: 'Bank', to: 'Savings' }],
  [
    'حولت 500 من البنك للمدخرات',
    { kind: 'moved', amount: '500.00 SAR', account: 'Bank', to: 'Savings' },
    'حوّلت 500.00 ر.س. من البنك إلى مدخرات اليوم',
  ],
  ['البنك > مدخرات 1000', { kind: 'moved', amount: '1000.00 SAR', account: 'Bank', to: 'Savings' }],
  [
    'أقرضت سام 100',
    { kind: 'lent', amount: '100.00 SAR', who: 'سام' },
    'أقرضت 100.00 ر.س. لـ سام من نقد اليوم',
  ],
  ['سلفت سام ١٠٠ ريال', { kind: 'lent', amount: '100.00 SAR', who: 'سام' }],
  ['أقرضت لسام 20 أمس', { kind: 'lent', amount: '20.00 SAR', who: 'سام', day: '2026-11-14' }],
  [
    'سلفت لينا 50',
    { kind: 'lent', amount: '50.00 SAR', who: '+لينا' },
    'أقرضت 50.00 ر.س. لـ ⁨لينا⁩ (جديد) من نقد اليوم',
  ],
  ['اقترضت 200 من سام', { kind: 'borrowed', amount: '200.00 SAR', who: 'سام' }],
  ['استلفت من سارة ٢٠٠ ريال', { kind: 'borrowed', amount: '200.00 SAR', who: 'سارة' }],
  [
    'سام أقرضني 100',
    { kind: 'borrowed', amount: '100.00 SAR', who: 'سام' },
    'اقترضت 100.00 ر.س. من سام إلى نقد اليوم',
  ],
  ['أقرضني سام 100', { kind: 'borrowed', amount: '100.00 SAR', who: 'سام' }],
  ['استلف سام مني 100', { kind: 'lent', amount: '100.00 SAR', who: 'سام', memo: 'مني' }],
  ['سام استلف مني 50', { kind: 'lent', amount: '50.00 SAR', who: 'سام' }],
  [
    'أنا مدين لسام ب50 غداء',
    { kind: 'owe', amount: '50.00 SAR', category: 'Eating out', who: 'سام', memo: 'غداء' },
  ],
  ['سام مدين لي ب 50', { kind: 'lent', amount: '50.00 SAR', who: 'سام' }],
  [
    'سددت سام 50',
    { kind: 'paid back', amount: '50.00 SAR', who: 'سام' },
    'سددت 50.00 ر.س. إلى سام من نقد اليوم',
  ],
  ['رجعت لسام 50 ريال', { kind: 'paid back', amount: '50.00 SAR', who: 'سام' }],
  ['دفعت لسام 50', { kind: 'paid back', amount: '50.00 SAR', who: 'سام' }],
  [
    'حولت لسام 100',
    { kind: 'paid back', amount: '100.00 SAR', who: 'سام' },
    'سددت 100.00 ر.س. إلى سام من نقد اليوم',
  ],
  ['سام دفع لي 50', { kind: 'paid me back', amount: '50.00 SAR', who: 'سام' }],
  ['سام رجع 50', { kind: 'paid me back', amount: '50.00 SAR', who: 'سام' }],
  [
    'رجعلي سام 50',
    { kind: 'paid me back', amount: '50.00 SAR', who: 'سام' },
    'استلمت سدادًا من سام 50.00 ر.س. في نقد اليوم',
  ],
  ['رد لي سام 50', { kind: 'paid me back', amount: '50.00 SAR', who: 'سام' }],
  [
    'عشاء 90 تقاسم مع سام وسارة',
    { kind: 'spent', amount: '90.00 SAR', category: 'Eating out', people: ['سام', 'سارة'], memo: 'عشاء' },
  ],
  [
    'عشاء 90 مع سام وسارة',
    { kind: 'spent', amount: '90.00 SAR', category: 'Eating out', people: ['سام', 'سارة'], memo: 'عشاء' },
  ],
  [
    'قسمت العشاء 90 بيني وبين سام ولينا',
    { kind: 'spent', amount: '90.00 SAR', category: 'Eating out', people: ['سام', '+لينا'], memo: 'العشاء' },
  ],
  [
    'عشاء 90 مناصفة مع سام',
    { kind: 'spent', amount: '90.00 SAR', category: 'Eating out', people: ['سام'], memo: 'عشاء' },
  ],
  [
    'قهوة 15 مع سارة',
    { kind: 'spent', amount: '15.00 SAR', category: 'Eating out', who: 'سارة', memo: 'قهوة' },
  ],
  [
    'عشاء 90 تقاسم مع سام، سارة ولينا',
    {
      kind: 'spent',
      amount: '90.00 SAR',
      category: 'Eating out',
      people: ['سام', 'سارة', '+لينا'],
      memo: 'عشاء',
    },
    'أنفقت 90.00 ر.س. على المطاعم من نقد اليوم بالتقاسم مع سام سارة و ⁨لينا⁩ (جديد) «⁨عشاء⁩»',
  ],
  [
    'نتفلكس 45 شهريًا',
    { kind: 'spent', amount: '45.00 SAR', category: 'Subscriptions', memo: 'نتفلكس شهريًا', again: 'month' },
  ],
  [
    'نادي 200 كل شهر',
    { kind: 'spent', amount: '200.00 SAR', category: 'Leisure', memo: 'نادي كل شهر', again: 'month' },
  ],
  [
    'تأمين السيارة 1200 سنويا',
    {
      kind: 'spent',
      amount: '1200.00 SAR',
      category: 'Insurance',
      memo: 'تأمين السيارة سنويا',
      again: 'year',
    },
  ],
  [
    'ماء 30 كل أسبوع',
    { kind: 'spent', amount: '30.00 SAR', category: 'Groceries', memo: 'ماء كل أسبوع', again: 'week' },
  ],
  [
    '18 متحف #رحلة',
    { kind: 'spent', amount: '18.00 SAR', category: 'Leisure', tags: ['رحلة'], memo: 'متحف' },
  ],
  ['12.5+3 تسالي', { kind: 'spent', amount: '15.50 SAR', category: 'Eating out', memo: 'تسالي' }],
  ['25 دولار كتاب', { kind: 'spent', amount: '25.00 USD', category: 'Leisure', memo: 'كتاب' }],
  ['٢٠ يورو هدية لسارة', { kind: 'spent', amount: '20.00 EUR', category: 'Gifts', memo: 'هدية لسارة' }],
  ['فندق 1.5 ألف درهم', { kind: 'spent', amount: '1500.00 AED', category: 'Travel', memo: 'فندق' }],
  [
    'lunch 35',
    { kind: 'spent', amount: '35.00 SAR', category: 'Eating out', memo: 'lunch' },
    'أنفقت 35.00 ر.س. على المطاعم من نقد اليوم «⁨lunch⁩»',
  ],
  ['lent سام 20 yesterday', { kind: 'lent', amount: '20.00 SAR', who: 'سام', day: '2026-11-14' }],
  ['borrowed 50 from سارة', { kind: 'borrowed', amount: '50.00 SAR', who: 'سارة' }],
  [
    'got 2900 salary into البنك',
    { kind: 'got', amount: '2900.00 SAR', category: 'Salary', account: 'Bank', memo: 'salary' },
  ],
  ['moved 200 from البنك to مدخرات', { kind: 'moved', amount: '200.00 SAR', account: 'Bank', to: 'Savings' }],
  [
    'dinner 90 split with سام and سارة',
    { kind: 'spent', amount: '90.00 SAR', category: 'Eating out', people: ['سام', 'سارة'], memo: 'dinner' },
  ],
  ['paid سام 20', { kind: 'paid back', amount: '20.00 SAR', who: 'سام' }],
  ['لبن وخبز 15', { kind: 'spent', amount: '15.00 SAR', category: 'Groceries', memo: 'لبن وخبز' }],
  ['دفع سام 20', { kind: 'paid me back', amount: '20.00 SAR', who: 'سام' }],
  ['أقرضت وسام 20', { kind: 'lent', amount: '20.00 SAR', who: '+وسام' }],
  [
    'رصيد جوال ٥٠ ر.س',
    { kind: 'spent', amount: '50.00 SAR', category: 'Phone and internet', memo: 'رصيد جوال' },
  ],
  [
    'اشتريت حذاء بـ٣٠٠ ريال امس من البنك',
    {
      kind: 'spent',
      amount: '300.00 SAR',
      category: 'Clothing',
      account: 'Bank',
      day: '2026-11-14',
      memo: 'حذاء',
    },
  ],
]

test('lines are read as they are typed in Arabic', () => {
  assert.deepEqual(readRows(rows, typed), rows)
})

test('what Florin writes of a line in Arabic reads the same', () => {
  assert.deepEqual(changedRows(rows, typed), [])
})

test('a prefix is a word of its own, in its place, and the note keeps the spelling', () => {
  inLanguage('ar', () => {
    const book = exampleBook({
      contacts: [
        { id: 'sam', name: 'سام' },
        { id: 'sara', name: 'سارة' },
      ],
    })
    const text = 'هَدِيّة لِسارة بـ٢٠ مع سام'
    const { tokens, memo, amount, contact } = readEntry(text, book)
    assert.deepEqual(
      tokens.map(({ what, start, end }) => [what, text.slice(start, end)]),
      [
        ['words', 'هَدِيّة'],
        ['words', 'لِ'],
        ['words', 'سارة'],
        ['small', 'بـ'],
        ['amount', '٢٠'],
        ['small', 'مع'],
        ['contact', 'سام'],
      ],
    )
    assert.deepEqual([memo, amount?.minor, contact?.name], ['هَدِيّة لِسارة', 2000n, 'سام'])
  })
})

test('letters that look like a prefix stay in their word', () => {
  const who = (text: string) => readTyped(text, typed).line
  assert.equal(who('أقرضت وسام 20').who, '+وسام')
  assert.equal(who('أقرضت بسام 20').who, '+بسام')
  assert.equal(who('لبن 8').category, 'Groceries')
  assert.equal(who('وجبة 30').memo, 'وجبة')
})

test('the Arabic words are written as typed words are compared', () => {
  const [table] = typedTables('ar')
  const all = JSON.stringify(table).match(/[\p{Script=Arabic}\p{M}]+/gu) ?? []
  assert.deepEqual(
    all.filter((word) => fold(word) !== word),
    [],
  )
})
