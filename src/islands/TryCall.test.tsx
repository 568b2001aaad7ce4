import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { TryCall } from '#islands/TryCall.tsx'
import german from '../../locales/de/docs.json' with { type: 'json' }
import { FLUX, HUB } from '../../tests/support/hub-fakes.ts'

vi.mock('#stores/try-call.ts', () => ({
  tryCall: () => Promise.resolve({ status: 1001, seconds: 0.444, text: '{}' })
}))

test('formats the duration in the page’s language and leaves the status unformatted', async () => {
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
