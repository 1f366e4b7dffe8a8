import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedWorld } from '../../../test/world.ts'
import { nameWords } from '../words.ts'
import { knownShop } from './known-shops.ts'
import { wronglySorted } from './sorted-lines.ts'

const world = await sharedWorld()

const statement = `مشتريات نقاط بيع بنده فرع 221 الرياض|Groceries
أسواق العثيم 4412|Groceries
كارفور هايبرماركت دبي|Groceries
لولو هايبر ماركت|Groceries
تموينات الحي|Groceries
مخبز الأسرة|Groceries
بقالة النور 33|Groceries
خير زمان المعادي|Groceries
مطعم البيك جدة|Eating out
ماكدونالدز 1123|Eating out
ستاربكس الرياض بارك|Eating out
هنقرستيشن طلب 88123|Eating out
طلبات دوت كوم|Eating out
مقهى بارنز|Eating out
شاورما الشام|Eating out
هرفي فرع 12|Eating out
إيجار شقة نوفمبر|Rent
منصة إيجار دفعة 3|Rent
الشركة السعودية للكهرباء فاتورة|Utilities
شركة المياه الوطنية|Utilities
ديوا DEWA|Utilities
فاتوره كهرباء نوفمبر|Utilities
الاتصالات السعودية STC|Phone and internet
موبايلي شحن رصيد|Phone and internet
فودافون مصر|Phone and internet
أورانج المغرب|Phone and internet
ايكيا الرياض|Household
ساكو للعدد|Household
هوم سنتر|Household
أوبر رحلة 221|Transport
تاكسي المطار|Transport
اجره ليموزين|Transport
قطار الحرمين السريع|Transport
سابتكو تذكرة|Transport
محطة بنزين الدريس|Car
أدنوك للتوزيع|Car
ساسكو وقود|Car
ورشة الصيانة السريعة|Car
مواقف السيارات|Car
صيدلية النهدي 2213|Health
صيدليات العزبي|Health
مستشفى المواساة|Health
عيادات أسنان|Health
مختبر البرج|Health
نمشي للأزياء|Clothing
سنتربوينت|Clothing
رسوم دراسية مدارس الرواد|Education
مكتبة جرير|Education
حضانة البراعم|Children
عيادة بيطرية الرفق|Pets
فوكس سينما|Leisure
وقت اللياقة نادي رياضي|Leisure
فندق هيلتون|Travel
الخطوط السعودية تذاكر|Travel
نتفلكس|Subscriptions
التعاونية للتأمين|Insurance
هيئة الزكاة والضريبة والجمارك|Taxes
رسوم تحويل بنكي|Bank fees
راتب شهر نوفمبر|Salary
حساب المواطن|Other income`

test('an Arabic statement of 60 rows is sorted before the first click', async () => {
  assert.equal(statement.split('\n').length, 60)
  assert.deepEqual(await wronglySorted(await world.person(), statement), [])
})

test('Arabic words are found with and without the article, the hamza and the vowels, and a side knows its own words only', () => {
  const meant = (text: string, side: 'expense' | 'income' = 'expense') =>
    knownShop(nameWords(text), side)?.category
  for (const text of ['أجرة', 'اجره', 'الأُجرة']) assert.equal(meant(text), 'Transport', text)
  assert.equal(meant('عيادة بيطرية'), 'Pets')
  assert.equal(meant('عيادة'), 'Health')
  assert.equal(meant('الراتب'), undefined)
  assert.equal(meant('الراتب', 'income'), 'Salary')
})

test('the words that decided are those of the text', () => {
  const [word] = nameWords('الإيجار')
  assert.deepEqual(knownShop(nameWords('الإيجار'), 'expense')?.words, [word])
})
