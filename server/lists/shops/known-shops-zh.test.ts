import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedWorld } from '../../../test/world.ts'
import { wordsOf } from '../words.ts'
import { knownShop } from './known-shops.ts'
import { wronglySorted } from './sorted-lines.ts'

const world = await sharedWorld()

const statement = `财付通-永辉超市股份有限公司|Groceries
支付宝-盒马(中国)有限公司上海店|Groceries
沃尔玛(深圳)百货零售有限公司|Groceries
消费 华润万家生活超市 4412|Groceries
叮咚买菜订单20261103|Groceries
钱大妈社区生鲜第112店|Groceries
罗森便利店人民广场店|Groceries
美团买菜-三快在线|Groceries
百果园水果专营|Groceries
财付通-美团外卖订单|Eating out
支付宝-饿了么-拉扎斯网络科技|Eating out
海底捞火锅王府井店|Eating out
金拱门食品有限公司麦当劳|Eating out
肯德基KFC北京西站店|Eating out
星巴克咖啡大学城店|Eating out
瑞幸咖啡地铁站店|Eating out
蜜雪冰城3312|Eating out
沙县小吃|Eating out
房租11月 3单元402|Rent
自如房屋租赁服务费|Rent
国网上海市电力公司电费|Utilities
自来水集团水费代扣|Utilities
华润燃气缴费|Utilities
万科物业服务有限公司物业费|Utilities
中国移动话费充值|Phone and internet
中国电信宽带月费|Phone and internet
宜家家居徐汇商场|Household
屈臣氏个人用品商店|Household
名创优品2213|Household
财付通-滴滴出行|Transport
上海地铁-轨道交通|Transport
中国铁路网络有限公司12306|Transport
哈啰单车骑行卡|Transport
美团打车行程|Transport
中国石化加油站加油|Car
停车场缴费-静安寺|Car
高速公路通行费ETC|Car
特来电新能源充电|Car
仁济医院门诊挂号|Health
海王星辰大药房|Health
拜博口腔医疗|Health
优衣库南京西路旗舰店|Clothing
海澜之家服饰|Clothing
新东方教育科技集团|Education
新华书店|Education
阳光幼儿园保育费|Children
瑞鹏宠物医院|Pets
万达影城电影票|Leisure
一兆韦德健身|Leisure
携程旅行网机票|Travel
汉庭酒店杭州西湖店|Travel
爱奇艺VIP连续包月|Subscriptions
网易云音乐自动续费|Subscriptions
花加鲜花|Gifts
中国平安保险股份有限公司|Insurance
国家税务总局上海市税务局|Taxes
跨行转账手续费|Bank fees
代发工资11月|Salary
活期结息|Interest
住房公积金提取|Other income`

test('a Chinese statement of 60 rows is sorted before the first click', async () => {
  assert.equal(statement.split('\n').length, 60)
  assert.deepEqual(await wronglySorted(await world.person(), statement), [])
})

test('inside of a word without spaces the longest phrase decides, then the first, and a side knows its own words only', () => {
  const meant = (text: string, side: 'expense' | 'income' = 'expense') => knownShop([text], side)?.category
  assert.equal(meant('财付通美团单车骑行'), 'Transport')
  assert.equal(meant('财付通美团点餐'), 'Eating out')
  assert.equal(meant('星巴克大学城店'), 'Eating out')
  assert.equal(meant('工资'), undefined)
  assert.equal(meant('代发工资', 'income'), 'Salary')
})

test('a Chinese word of two letters counts, as a word of three others does', () => {
  assert.deepEqual(
    wordsOf('房租 11月 ab 电').map(({ folded }) => folded),
    ['房租'],
  )
})
