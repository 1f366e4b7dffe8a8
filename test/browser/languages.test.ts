import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languages, languageTags } from '../../words/languages.ts'
import { axeFinds, contextOf, PHONE, picture, tooWideBy, watch } from './browser.ts'
import { cutTexts } from './cut.ts'
import { householdStage } from './household.ts'
import { goTo, placesOf } from './places.ts'
import { plainTexts, speakPseudo } from './pseudo.ts'

const { stage, ana } = await householdStage()
const places = await placesOf(ana)

for (const [instead, size, width] of [
  ['uk', {}, 1440],
  ['ar', PHONE, 360],
] as const)
  test(`every screen is said from the catalogue, and holds longer words, ${instead === 'ar' ? 'mirrored, ' : ''}${width} px wide`, async () => {
    const look = { as: ana, reducedMotion: true, language: instead, ...size }
    const context = await contextOf(stage, look)
    const page = await context.newPage()
    const faults = watch(page, stage.address, look)
    await speakPseudo(page, stage, instead)
    const found: string[] = []
    for (const place of places) {
      await goTo(page, stage, place).catch(({ message }: Error) => found.push(`${place.name}: ${message}`))
      for (const text of await plainTexts(page)) found.push(`${place.name}: "${text}" is in no catalogue`)
      const wider = await tooWideBy(page)
      if (wider > 0) found.push(`${place.name}: ${wider} px wider than the window`)
      for (const text of await cutTexts(page)) found.push(`${place.name}: "${text}" is cut`)
      found.push(...faults.splice(0).map((fault) => `${place.name}: ${fault}`))
      await picture(
        page,
        `pseudo-${width}/${place.name === '/' ? 'home' : place.name.replaceAll(/\W+/g, '-').replace(/^-/, '')}`,
      )
    }
    await context.close()
    assert.deepEqual(found, [])
  })

// All languages take as long as everything else in the browser: LANGUAGES=de,ar npm test -- browser/languages looks at these.
const wanted = languageTags.filter((tag) => process.env.LANGUAGES?.split(',').includes(tag))
for (const language of wanted)
  test(`every screen in ${languages[language].name}: nothing is wider than a phone, and axe finds nothing`, async () => {
    const look = { as: ana, reducedMotion: true, language, ...PHONE }
    const context = await contextOf(stage, look)
    const page = await context.newPage()
    const found: string[] = []
    for (const place of places) {
      await goTo(page, stage, place).catch(({ message }: Error) => found.push(`${place.name}: ${message}`))
      const wider = await tooWideBy(page)
      if (wider > 0) found.push(`${place.name}: ${wider} px wider than the window`)
      for (const text of await cutTexts(page)) found.push(`${place.name}: "${text}" is cut`)
      found.push(...(await axeFinds(page)).map((one) => `${place.name}: ${one}`))
      await picture(
        page,
        `${language}/${place.name === '/' ? 'home' : place.name.replaceAll(/\W+/g, '-').replace(/^-/, '')}`,
      )
    }
    await context.close()
    assert.deepEqual(found, [])
  })
