import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { SERVICES_BY_ID } from '#catalog/services.ts'
import { LOCALES } from '#i18n/locale.ts'
import { apiTexts } from './support/house/api-english.ts'
import { physicalCss, physicalMarkup, sidesOfTurned } from './support/house/direction.ts'
import { findUnflippedIcons } from './support/house/icons.ts'
import { askedFor } from './support/house/keys.ts'
import { stiffEnglish } from './support/house/plain-english.ts'
import { uncounted } from './support/house/plurals.ts'
import { checkedSources } from './support/house/program.ts'
import { wrongLetters } from './support/house/scripts.ts'
import { misnamed, renamedControls } from './support/house/spoken.ts'
import { keysOf, readLanguage } from './support/house/strings.ts'
import { undirected } from './support/house/typed.ts'

const ROOT = join(import.meta.dirname, '..')
const english = readLanguage(ROOT, 'en')

/**
 * Keys that the check would report although they are never used: an earlier condition excludes the
 * value, or the value never reaches this code.
 */
const NEVER = /^chat\.keys\.key_(\/|\?|O|C|K|up|down)$|^common\.others\.chat$/

describe('the strings', () => {
  const sources = checkedSources(ROOT)
  const asked = askedFor(sources, Object.values(SERVICES_BY_ID))
  const keys = keysOf(english)

  test('each string is used somewhere', () => {
    expect([...keys].filter(key => !asked.reaches(key))).toEqual([])
  })
  test('the check finds made-up and stale keys', () => {
    const madeUp = [
      'common.nonsense',
      'order.state.gone',
      'flux.option.model.none',
      'operator.column.gone',
      'issue.nonsense'
    ]
    expect(madeUp.filter(key => asked.reaches(key))).toEqual([])
  })
  test('each key that the source uses exists', () => {
    expect(asked.read.length).toBeGreaterThan(1000)
    expect(asked.read.filter(({ key }) => !keys.has(key) && !NEVER.test(key))).toEqual([])
  })

  const renamed = renamedControls(sources)
  test('the accessible name of a control contains its visible label, however it is built', () => {
    expect(renamed.pairs).toContainEqual(
      expect.objectContaining({ label: 'order.do.pay', name: 'order.do.payNamed' })
    )
    expect(renamed.pairs.length).toBeGreaterThan(10)
    expect(renamed.wrong).toEqual([])
  })
  test.each(LOCALES)('the name contains the label word for word in %s', locale => {
    expect(misnamed(locale, readLanguage(ROOT, locale), renamed.pairs)).toEqual([])
  })

  test.each(LOCALES)('a chat and a tool offer the same way out of a failure in %s', locale => {
    const { chat, field } = readLanguage(ROOT, locale)
    expect(field?.['field.failure.plans']).toBe(chat?.['chat.failure.plans'])
    expect(field?.['field.results.retry']).toBe(chat?.['chat.turn.retry'])
  })

  test('the English of the API is plain too', () => {
    const texts = apiTexts(sources.files)
    expect(Object.keys(texts).length).toBeGreaterThan(400)
    expect(stiffEnglish({ api: texts })).toEqual([])
  })

  test('every input field declares its text direction', () => {
    expect(undirected(sources)).toEqual([])
  })
})

describe('the languages', () => {
  test('English reads like a native product', () => {
    expect(stiffEnglish(english)).toEqual([])
  })
  test.each(LOCALES)('%s uses only its own script', locale => {
    expect(wrongLetters(locale, readLanguage(ROOT, locale), english)).toEqual([])
  })
  test.each(LOCALES)(
    '%s states the number in each plural form that covers several numbers',
    locale => {
      expect(uncounted(locale, readLanguage(ROOT, locale), english)).toEqual([])
    }
  )
})

describe('pages work in both text directions', () => {
  const read = (pattern: string) =>
    globSync(pattern, { cwd: ROOT }).map(file => ({
      file,
      text: readFileSync(join(ROOT, file), 'utf8')
    }))
  const sources = read('src/**/*.{ts,tsx,astro}').filter(({ file }) => !/\.test\.tsx?$/.test(file))

  test('styles use logical sides instead of left and right', () => {
    expect(read('src/**/*.css').flatMap(({ file, text }) => physicalCss(file, text))).toEqual([])
    expect(sources.flatMap(({ file, text }) => physicalMarkup(file, text))).toEqual([])
  })
  test('an element that sets its own direction has no margin or place at one side', () => {
    const tag = (classes: string): string => `<kbd class="${classes}" dir="ltr">K</kbd>`
    expect(sidesOfTurned('x', tag('sm:ms-2') + tag('mx-2 text-end'))).toEqual([
      'x: <kbd class="sm:ms-2" dir="ltr">'
    ])
    expect(sources.flatMap(({ file, text }) => sidesOfTurned(file, text))).toEqual([])
  })
  test('icons that point along the line flip with the text direction', () => {
    expect(sources.flatMap(({ file, text }) => findUnflippedIcons(file, text))).toEqual([])
  })
})
