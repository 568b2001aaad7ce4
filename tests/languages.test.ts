import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { GATHERED } from '#catalog/services.ts'
import { LOCALES } from '#i18n/locale.ts'
import { physicalCss, physicalMarkup } from './support/house/direction.ts'
import { straightIcons } from './support/house/icons.ts'
import { askedFor } from './support/house/keys.ts'
import { uncounted } from './support/house/plurals.ts'
import { checkedSources } from './support/house/program.ts'
import { wrongLetters } from './support/house/scripts.ts'
import { misnamed, renamedControls } from './support/house/spoken.ts'
import { keysOf, readLanguage } from './support/house/strings.ts'
import { undirected } from './support/house/typed.ts'

const ROOT = join(import.meta.dirname, '..')
const english = readLanguage(ROOT, 'en')

/** Built of words that a condition before it has chosen from, or that never come so far. */
const NEVER = /^chat\.keys\.key_(\/|\?|O|C|up|down)$|^common\.others\.chat$/

describe('the strings', () => {
  const sources = checkedSources(ROOT)
  const asked = askedFor(sources, Object.values(GATHERED))
  const keys = keysOf(english)

  test('each is asked for somewhere', () => {
    expect([...keys].filter(key => !asked.reaches(key))).toEqual([])
  })
  test('what is made up or stale would be found', () => {
    const madeUp = ['common.nonsense', 'order.state.gone', 'flux.option.model.none', 'operator.column.gone', 'issue.nonsense']
    expect(madeUp.filter(key => asked.reaches(key))).toEqual([])
  })
  test('each that is asked for is there', () => {
    expect(asked.read.length).toBeGreaterThan(1000)
    expect(asked.read.filter(({ key }) => !keys.has(key) && !NEVER.test(key))).toEqual([])
  })

  const renamed = renamedControls(sources)
  test('what stands on a control is part of its name, however that is put together', () => {
    expect(renamed.pairs).toContainEqual(expect.objectContaining({ label: 'order.do.pay', name: 'order.do.payNamed' }))
    expect(renamed.pairs.length).toBeGreaterThan(10)
    expect(renamed.wrong).toEqual([])
  })
  test.each(LOCALES)('it is so word by word in %s', locale => {
    expect(misnamed(locale, readLanguage(ROOT, locale), renamed.pairs)).toEqual([])
  })

  test('what is typed has a direction of its own', () => {
    expect(undirected(sources)).toEqual([])
  })
})

describe('the languages', () => {
  test.each(LOCALES)('%s is written in its own letters', locale => {
    expect(wrongLetters(locale, readLanguage(ROOT, locale), english)).toEqual([])
  })
  test.each(LOCALES)('%s says how many wherever one form stands for several numbers', locale => {
    expect(uncounted(locale, readLanguage(ROOT, locale), english)).toEqual([])
  })
})

describe('pages run in either direction', () => {
  const read = (pattern: string) => globSync(pattern, { cwd: ROOT }).map(file => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }))
  const sources = read('src/**/*.{ts,tsx,astro}').filter(({ file }) => !/\.test\.tsx?$/.test(file))

  test('styles name the sides of the line, not of the screen', () => {
    expect(read('src/**/*.css').flatMap(({ file, text }) => physicalCss(file, text))).toEqual([])
    expect(sources.flatMap(({ file, text }) => physicalMarkup(file, text))).toEqual([])
  })
  test('icons that point along the line turn with it', () => {
    expect(sources.flatMap(({ file, text }) => straightIcons(file, text))).toEqual([])
  })
})
