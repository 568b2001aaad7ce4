import { act, useInsertionEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { TryCall } from '#islands/TryCall.tsx'
import german from '../../locales/de/docs.json' with { type: 'json' }
import { FLUX, HUB } from '../../tests/support/hub-fakes.ts'

vi.mock('#stores/try-call.ts', () => ({
  sendDocsRequest: () => Promise.resolve({ status: 1001, seconds: 0.444, text: '{}' })
}))

test('the duration is formatted for the page’s language, the HTTP status is not', async () => {
  const place = document.createElement('div')
  const root = createRoot(place)
  const hub = { ...HUB, locale: 'de' } as const
  await act(async () =>
    root.render(
      <TryCall
        id="a"
        url="https://api.example/flux"
        body="{}"
        service={FLUX}
        hub={hub}
        t={german}
      />
    )
  )
  place.querySelector<HTMLElement>('.button-primary')?.click()
  await vi.waitFor(() =>
    expect(place.querySelector('[role=status]')?.textContent).toMatch(/^Status 1001 nach 0,4\ss$/)
  )
  await act(async () => root.unmount())
})

/** Simulates a user who types between the render and the commit of a hydration. */
function Typist() {
  useInsertionEffect(() => {
    for (const field of document.querySelectorAll('input, textarea'))
      (field as HTMLInputElement).value = `{"typed":"in ${field.localName}"}`
  })
  return null
}

test('the form keeps what the user types while it hydrates', async () => {
  const place = document.createElement('div')
  document.body.append(place)
  const form = (
    <>
      <TryCall
        id="a"
        url="https://api.example/flux"
        body="{}"
        service={FLUX}
        hub={HUB}
        t={german}
      />
      <Typist />
    </>
  )
  place.innerHTML = renderToString(form)
  const root = await act(async () => hydrateRoot(place, form))
  expect(place.querySelector('input')?.value).toBe('{"typed":"in input"}')
  place.querySelector<HTMLElement>('.button-primary')?.click()
  await vi.waitFor(() => expect(place.textContent).toContain('{"typed":"in textarea"}'))
  await act(async () => root.unmount())
  place.remove()
})
