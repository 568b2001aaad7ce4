import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { flux } from '#catalog/flux/service.ts'
import { suno } from '#catalog/suno/service.ts'
import { transcribe } from '#catalog/transcribe/service.ts'
import { bindHub } from '#client/page-hub.ts'
import { readForm } from '#core/form.ts'
import type { Service } from '#core/service.ts'
import { Tool } from '#islands/Tool.tsx'
import { prefilledValues } from '#sections/home/begun-by.ts'
import { resetAll } from '#stores/persisted.ts'
import { $form, changeForm, currentForm, openForm, setField } from '#stores/tool-form.ts'
import { scaledImageAddress } from '#ui/tool/picture.ts'
import field from '../../locales/en/field.json' with { type: 'json' }
import { HUB } from '../../tests/support/hub-fakes.ts'

afterEach(resetAll)

test('Generate shows the price per minute until the file’s length is known', async () => {
  const place = document.createElement('div')
  const root = createRoot(place)
  const value = { hub: HUB, service: transcribe, t: field }
  bindHub({ ...HUB, props: value })
  await act(async () => root.render(<Tool page={{ value }} pictures={{}} begun={{}} line="" />))
  const generate = (): string => place.querySelector('[type=submit]')?.textContent ?? ''
  expect(generate()).toContain('0.48 credits per minute')
  await act(async () => {
    setField(transcribe, 'audio_url', 'https://files.example/a.mp3')
    changeForm(transcribe, { measured: { 'audio_url:seconds': 150 } })
  })
  expect(generate()).toMatch(/1\.2 credits$/)
  await act(async () => root.unmount())
})

const FILE = 'https://api.example/files/1/a'

/** Renders a form that an address begins, on the server and in the browser. */
async function openBegun(service: Service, query: string) {
  const begun = prefilledValues(service, new URLSearchParams(query), HUB.hosts.api)
  const value = { hub: HUB, service, t: field }
  bindHub({ ...HUB, props: value })
  const form = <Tool page={{ value }} pictures={{}} begun={begun} line="" />
  const before = document.createElement('div')
  before.innerHTML = renderToString(form)
  const place = document.createElement('div')
  const root = createRoot(place)
  await act(async () => root.render(form))
  return { before, place, close: () => act(async () => root.unmount()) }
}

test('an address with an image opens Flux with the image, in a model that edits', async () => {
  openForm(flux, {})
  setField(flux, 'model', 'flux-dev')
  $form.set(null)
  const { before, place, close } = await openBegun(flux, `image_url=${FILE}`)
  expect(before.textContent).toContain('flux.field.image_url')
  await expect
    .poll(() => place.querySelector('img')?.getAttribute('src'))
    .toBe(scaledImageAddress(FILE, 320))
  const { verb, given } = currentForm(flux)
  expect(readForm(flux.actions.images, given[verb] ?? {}).values).toMatchObject({
    action: 'edit',
    image_url: FILE,
    model: 'flux-kontext-pro'
  })
  await close()
})

test('an address with a song opens Suno at its upload, before any script runs', async () => {
  const { before, place, close } = await openBegun(suno, `audio_url=${FILE}`)
  for (const page of [before, place])
    expect(page.querySelector('.segment[aria-pressed=true]')?.textContent).toBe(
      'suno.action.upload'
    )
  await expect.poll(() => place.querySelector('audio')?.getAttribute('src')).toBe(FILE)
  await close()
})
