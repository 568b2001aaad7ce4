import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test } from 'vitest'
import { createTranslate, type TranslationValues } from '#i18n/translate.ts'
import { useRunAnnouncement, type AnnouncedRun } from '#ui/tool/use-told.ts'
import japaneseField from '../../../locales/ja/field.json' with { type: 'json' }

const t = (key: string, { name, value }: TranslationValues = {}): string =>
  key === 'field.pair' ? `${name}: ${value}` : key
let root: Root | null = null
let place: HTMLElement

const japanese = createTranslate(japaneseField, 'ja')

function Told({ runs, locale }: { runs: readonly AnnouncedRun[]; locale: string }) {
  return <p>{useRunAnnouncement(runs, locale, locale === 'ja' ? japanese : t)}</p>
}

/**
 * Renders the page with these runs.
 * @returns the last announcement
 */
const said = (...runs: readonly Partial<AnnouncedRun>[]): Promise<string> => saidIn('en', runs)

async function saidIn(locale: string, runs: readonly Partial<AnnouncedRun>[]): Promise<string> {
  if (root === null) {
    place = document.createElement('div')
    root = createRoot(place)
  }
  const all = runs.map(
    run => ({ id: 'a', name: 'Flux', state: 'running', progress: 0, ...run }) as const
  )
  await act(async () => root?.render(<Told runs={all} locale={locale} />))
  return place.textContent
}

afterEach(async () => {
  await act(async () => root?.unmount())
  root = null
})

test('announces nothing about initial runs until they end or reach the next quarter', async () => {
  expect(await said({ progress: 30 }, { id: 'b', state: 'failed' })).toBe('')
  expect(await said({ progress: 40 }, { id: 'b', state: 'failed' })).toBe('')
  expect(await said({ state: 'ready' }, { id: 'b', state: 'failed' })).toBe(
    'Flux: field.dock.ready'
  )
})

test("announces a run's start, each quarter of its progress, and its end", async () => {
  await said()
  expect(await said({})).toBe('Flux: field.state.running')
  expect(await said({ progress: 24 })).toBe('Flux: field.state.running')
  expect(await said({ progress: 26 })).toBe('Flux: field.state.running 25%')
  expect(await said({ progress: 49 })).toBe('Flux: field.state.running 25%')
  expect(await said({ progress: 80 })).toBe('Flux: field.state.running 75%')
  expect(await said({ state: 'failed' })).toBe('Flux: field.dock.failed')
})

test('combines several announcements and reports a cancelled run', async () => {
  await said({}, { id: 'b', name: 'Kling' })
  expect(await said({ state: 'ready' }, { id: 'b', name: 'Kling', state: 'cancelled' })).toBe(
    'Flux: field.dock.ready and Kling: field.state.cancelled'
  )
})

test('uses the Japanese colon and comma', async () => {
  await saidIn('ja', [])
  const running = japanese('field.state.running')
  expect(await saidIn('ja', [{}, { id: 'b', name: 'Kling' }])).toBe(
    `Flux：${running}、Kling：${running}`
  )
})

test('ignores older results and removed runs', async () => {
  await said({})
  expect(await said({}, { id: 'b', state: 'ready' })).toBe('')
  expect(await said({ id: 'b', state: 'ready' })).toBe('')
})
