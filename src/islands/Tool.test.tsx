import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test } from 'vitest'
import { transcribe } from '#catalog/transcribe/service.ts'
import { bindHub } from '#client/page-hub.ts'
import { Tool } from '#islands/Tool.tsx'
import { resetAll } from '#stores/persisted.ts'
import { changeForm, setField } from '#stores/tool-form.ts'
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
