import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedWorld } from '../../../test/world.ts'
import { knownShop } from './known-shops.ts'
import { wronglySorted } from './sorted-lines.ts'

const world = await sharedWorld()

const statement = `Сільпо, вул. Хрещатик 12|Groceries
АТБ-Маркет 1123 Київ|Groceries
ATB MARKET 4412 LVIV|Groceries
NOVUS 22 KYIV|Groceries
Ашан Петрівка|Groceries
Супермаркет Фора 3312|Groceries
VARUS DNIPRO|Groceries
METRO CASH & CARRY|Groceries
Пекарня Хлібний дім|Groceries
Рукавичка Львів 14|Groceries
Ресторан Канапа|Eating out
Пузата Хата, Київ|Eating out
Львівські круасани|Eating out
GLOVO UA 12OCT|Eating out
МакДональдз Вокзальна|Eating out
Кав’ярня на розі|Eating out
Піцерія Челентано|Eating out
Оренда квартири за листопад|Rent
YASNO електроенергія особовий рахунок 4411|Utilities
Нафтогаз постачання газу|Utilities
Київводоканал|Utilities
Комунальні платежі GERC|Utilities
ОСББ Сонячний внесок|Utilities
Київстар поповнення|Phone and internet
Поповнення мобільного +380671112233|Phone and internet
VODAFONE UKRAINE|Phone and internet
ТОВ Ланет інтернет|Phone and internet
Епіцентр К|Household
EPICENTRK.UA|Household
JYSK Бровари|Household
ROZETKA.COM.UA|Household
Аврора мультимаркет|Household
Фокстрот 88|Household
Укрзалізниця квиток 88X|Transport
UKLON KYIV|Transport
BOLT.EU KYIV|Transport
Київський метрополітен|Transport
ОККО АЗС 17|Car
WOG 221 ZHYTOMYR|Car
Автомийка Блиск|Car
SOCAR ENERGY UKRAINE|Car
Аптека Доброго дня|Health
АНЦ 4412|Health
Стоматологія Посмішка|Health
Сінево лабораторія|Health
LC WAIKIKI LVIV|Clothing
INTERTOP 12|Clothing
Школа англійської мови|Education
Дитячий садок 14|Children
Зоомагазин Лапки|Pets
MULTIPLEX LAVINA|Leisure
Планета Кіно IMAX|Leisure
Спортлайф Протасів Яр|Leisure
WIZZ AIR HUNGARY KX22P|Travel
MEGOGO|Subscriptions
Благодійний фонд Повернись живим|Gifts
Арсенал Страхування автоцивілка|Insurance
Єдиний податок ФОП|Taxes
Комісія за зняття готівки|Bank fees
Зарахування зарплати ТОВ Приклад|Salary`

test('a Ukrainian statement of 60 rows is sorted before the first click', async () => {
  assert.equal(statement.split('\n').length, 60)
  assert.deepEqual(await wronglySorted(await world.person(), statement), [])
})

test('in Ukrainian, too, the phrase with most words decides, and a side knows its own words only', () => {
  assert.equal(knownShop(['метро', 'кеш'], 'expense')?.category, 'Groceries')
  assert.equal(knownShop(['метро'], 'expense')?.category, 'Transport')
  assert.equal(knownShop(['зарплата'], 'expense'), undefined)
  assert.equal(knownShop(['зарплата'], 'income')?.category, 'Salary')
})
