import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inLanguage } from '../../../words/t.ts'
import { exampleBook } from './example-book.ts'
import { readEntry } from './grammar.ts'
import { changedRows, readRows, readTyped, type TypedBook, type TypedRow } from './typed-lines.ts'
import { unreadWords } from './unread.ts'

const typed: TypedBook = { language: 'zh-Hans', currency: 'CNY', contacts: ['小明', '小红', '妈妈'] }

const rows: readonly TypedRow[] = [
  // Spent
  [
    '昨天午饭35元',
    { kind: 'spent', amount: '35.00 CNY', category: 'Eating out', day: '2026-11-14', memo: '午饭' },
    '昨天 从 现金 支出 ¥35.00 ，用于 外出就餐 “午饭”',
  ],
  ['午饭35', { kind: 'spent', amount: '35.00 CNY', category: 'Eating out', memo: '午饭' }],
  ['35午饭', { kind: 'spent', amount: '35.00 CNY', category: 'Eating out', memo: '午饭' }],
  ['打车28块', { kind: 'spent', amount: '28.00 CNY', category: 'Transport', memo: '打车' }],
  [
    '前天超市买菜86.5元',
    { kind: 'spent', amount: '86.50 CNY', category: 'Groceries', day: '2026-11-13', memo: '超市买菜' },
    '11月13日 从 现金 支出 ¥86.50 ，用于 食品杂货 “超市买菜”',
  ],
  [
    '我花了30买菜',
    { kind: 'spent', amount: '30.00 CNY', category: 'Groceries', memo: '买菜' },
    '今天 从 现金 支出 ¥30.00 ，用于 食品杂货 “买菜”',
  ],
  [
    '上周五看电影花了120元',
    { kind: 'spent', amount: '120.00 CNY', category: 'Leisure', day: '2026-11-06', memo: '看电影' },
  ],
  [
    '周五晚饭 88',
    { kind: 'spent', amount: '88.00 CNY', category: 'Eating out', day: '2026-11-13', memo: '晚饭' },
  ],
  [
    '11月3号加油300',
    { kind: 'spent', amount: '300.00 CNY', category: 'Car', day: '2026-11-03', memo: '加油' },
    '11月3日 从 现金 支出 ¥300.00 ，用于 汽车 “加油”',
  ],
  ['3号房租2500元', { kind: 'spent', amount: '2500.00 CNY', category: 'Rent', day: '2026-11-03' }],
  ['地铁3号线5元', { kind: 'spent', amount: '5.00 CNY', category: 'Transport', memo: '地铁3号线' }],
  [
    '2026年10月1日 高铁票 553元',
    { kind: 'spent', amount: '553.00 CNY', category: 'Transport', day: '2026-10-01', memo: '高铁票' },
  ],
  [
    '给妈妈买药80',
    { kind: 'spent', amount: '80.00 CNY', category: 'Health', memo: '给妈妈买药' },
    '今天 从 现金 支出 ¥80.00 ，用于 医疗健康 “给妈妈买药”',
  ],
  ['收纳盒30元', { kind: 'spent', amount: '30.00 CNY', category: 'Household', memo: '收纳盒' }],
  ['发红包50元', { kind: 'spent', amount: '50.00 CNY', category: 'Gifts', memo: '发红包' }],
  ['３人晚饭９０元', { kind: 'spent', amount: '90.00 CNY', category: 'Eating out', memo: '3人晚饭' }],
  ['午饭，￥３５。', { kind: 'spent', amount: '35.00 CNY', category: 'Eating out', memo: '午饭' }],
  // From an account
  [
    '用信用卡付了120加油',
    { kind: 'spent', amount: '120.00 CNY', category: 'Car', account: 'Credit card', memo: '加油' },
    '今天 从 信用卡 支出 ¥120.00 ，用于 汽车 “加油”',
  ],
  [
    '午饭30从银行',
    { kind: 'spent', amount: '30.00 CNY', category: 'Eating out', account: 'Bank', memo: '午饭' },
  ],
  // Income
  [
    '收到工资8000元',
    { kind: 'got', amount: '8000.00 CNY', category: 'Salary' },
    '今天 收入 ¥8,000.00 ，分类 工资 ，存入 现金',
  ],
  ['工资8000到银行', { kind: 'got', amount: '8000.00 CNY', category: 'Salary', account: 'Bank' }],
  ['收红包200', { kind: 'got', amount: '200.00 CNY', category: 'Gifts received', memo: '红包' }],
  // Between own accounts
  [
    '从银行转200到储蓄',
    { kind: 'moved', amount: '200.00 CNY', account: 'Bank', to: 'Savings' },
    '今天 转账 ¥200.00 ，从 银行 到 储蓄',
  ],
  ['转账500从银行到储蓄', { kind: 'moved', amount: '500.00 CNY', account: 'Bank', to: 'Savings' }],
  ['银行>储蓄1000', { kind: 'moved', amount: '1000.00 CNY', account: 'Bank', to: 'Savings' }],
  // Lent, borrowed, owed, paid back
  ['借给小明100', { kind: 'lent', amount: '100.00 CNY', who: '小明' }, '今天 借给 小明 ¥100.00 ，从 现金'],
  ['昨天借给小强50块', { kind: 'lent', amount: '50.00 CNY', who: '+小强', day: '2026-11-14' }],
  ['小明跟我借了100', { kind: 'lent', amount: '100.00 CNY', who: '小明' }],
  ['小红欠我50', { kind: 'lent', amount: '50.00 CNY', who: '小红' }],
  [
    '跟小明借了200',
    { kind: 'borrowed', amount: '200.00 CNY', who: '小明' },
    '今天 借入 ¥200.00 ，向 小明 ，存入 现金',
  ],
  ['小明借给我100吃饭', { kind: 'borrowed', amount: '100.00 CNY', who: '小明', memo: '吃饭' }],
  ['欠小明50午饭', { kind: 'owe', amount: '50.00 CNY', who: '小明', category: 'Eating out', memo: '午饭' }],
  [
    '还给小明50元',
    { kind: 'paid back', amount: '50.00 CNY', who: '小明' },
    '今天 还给 小明 ¥50.00 ，从 现金',
  ],
  ['转账给妈妈2000', { kind: 'paid back', amount: '2000.00 CNY', who: '妈妈' }],
  ['给小明转了100', { kind: 'paid back', amount: '100.00 CNY', who: '小明' }],
  [
    '小明还了我50',
    { kind: 'paid me back', amount: '50.00 CNY', who: '小明' },
    '今天 小明 还给我 ¥50.00 ，存入 现金',
  ],
  // Split
  [
    '晚饭90和小明平分',
    { kind: 'spent', amount: '90.00 CNY', category: 'Eating out', people: ['小明'], memo: '晚饭' },
  ],
  [
    '和小明、小红AA火锅300元',
    { kind: 'spent', amount: '300.00 CNY', category: 'Eating out', people: ['小明', '小红'], memo: '火锅' },
    '今天 从 现金 支出 ¥300.00 ，用于 外出就餐 与 小明 和 小红 分摊 “火锅”',
  ],
  [
    '和小明和小强平分午饭60',
    { kind: 'spent', amount: '60.00 CNY', category: 'Eating out', people: ['小明', '+小强'], memo: '午饭' },
  ],
  [
    '奶茶15，和小红',
    { kind: 'spent', amount: '15.00 CNY', category: 'Eating out', who: '小红', memo: '奶茶' },
  ],
  // Again and again
  ['每月房租2500', { kind: 'spent', amount: '2500.00 CNY', category: 'Rent', memo: '每月', again: 'month' }],
  [
    '健身房50每周',
    { kind: 'spent', amount: '50.00 CNY', category: 'Leisure', memo: '健身房 每周', again: 'week' },
  ],
  [
    '每年保险1200元',
    { kind: 'spent', amount: '1200.00 CNY', category: 'Insurance', memo: '每年', again: 'year' },
  ],
  // Tags, sums, other currencies
  [
    '18博物馆#日本旅行',
    { kind: 'spent', amount: '18.00 CNY', category: 'Leisure', tags: ['日本旅行'], memo: '博物馆' },
    '今天 从 现金 支出 ¥18.00 ，用于 休闲娱乐 “博物馆” #日本旅行',
  ],
  ['零食12.5+3元', { kind: 'spent', amount: '15.50 CNY', category: 'Eating out', memo: '零食' }],
  ['25美元买书', { kind: 'spent', amount: '25.00 USD', category: 'Leisure', memo: '买书' }],
  ['水电费230块5', { kind: 'spent', amount: '230.50 CNY', category: 'Utilities', memo: '水电费' }],
  ['水电费２３０块5', { kind: 'spent', amount: '230.50 CNY', category: 'Utilities', memo: '水电费' }],
  ['35元 "12块5"', { kind: 'spent', amount: '35.00 CNY', memo: '12块5', faults: ['category_missing'] }],
  ['酒店1.2万日元', { kind: 'spent', amount: '12000 JPY', category: 'Travel', memo: '酒店' }],
  ['工资2万', { kind: 'got', amount: '20000.00 CNY', category: 'Salary' }],
  // English
  ['lunch 35', { kind: 'spent', amount: '35.00 CNY', category: 'Eating out', memo: 'lunch' }],
  ['lent 小明 20 yesterday', { kind: 'lent', amount: '20.00 CNY', who: '小明', day: '2026-11-14' }],
  ['borrowed 50 from 小红', { kind: 'borrowed', amount: '50.00 CNY', who: '小红' }],
  [
    'got 2900 salary into 银行',
    { kind: 'got', amount: '2900.00 CNY', category: 'Salary', account: 'Bank', memo: 'salary' },
  ],
  ['moved 200 from 银行 to 储蓄', { kind: 'moved', amount: '200.00 CNY', account: 'Bank', to: 'Savings' }],
  [
    'dinner 90 split with 小明 and 小红',
    { kind: 'spent', amount: '90.00 CNY', category: 'Eating out', people: ['小明', '小红'], memo: 'dinner' },
  ],
]

test('lines are read as they are typed in Chinese, also without spaces', () => {
  assert.deepEqual(readRows(rows, typed), rows)
})

const book = (language: 'zh-Hans') =>
  inLanguage(language, () => exampleBook({ contacts: [{ id: 'ming', name: '小明' }] }))

test('pieces of a line without spaces keep their places, and the note its spelling', () => {
  inLanguage('zh-Hans', () => {
    const text = '昨天和小明吃麻辣香锅35.5元#旅行'
    const { tokens, memo } = readEntry(text, book('zh-Hans'))
    assert.deepEqual(
      tokens.map(({ what, start, end }) => [what, text.slice(start, end)]),
      [
        ['day', '昨天'],
        ['small', '和'],
        ['contact', '小明'],
        ['small', '吃'],
        ['words', '麻辣香锅'],
        ['amount', '35.5元'],
        ['tag', '#旅行'],
      ],
    )
    assert.equal(memo, '麻辣香锅')
  })
})

test('a letter that is a word counts only where it stands alone', () => {
  const memo = (text: string) => readTyped(text, typed).line
  for (const [text, wanted] of [
    ['花生10', '花生'],
    ['发票打印5', '发票打印'],
    ['还书逾期费5', '还书逾期费'],
    ['和平饭店80', '和平饭店'],
    ['进口牛奶20', '进口牛奶'],
    ['存钱罐20', '存钱罐'],
  ] as const)
    assert.deepEqual([memo(text).kind, memo(text).memo], ['spent', wanted], text)
})

test('a plan of a line without spaces has the note without its rhythm', () => {
  inLanguage('zh-Hans', () => {
    const known = book('zh-Hans')
    const reading = readEntry('9.99音乐每月', known)
    const [offer] = unreadWords('9.99音乐每月', reading, known).flatMap(({ offers }) => offers)
    assert(offer?.does === 'plan')
    assert.equal(offer.memo, '音乐')
  })
})

test('what Florin writes of a line in Chinese reads the same', () => {
  assert.deepEqual(changedRows(rows, typed), [])
})
