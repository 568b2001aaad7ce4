import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import type { FeaturedResult } from '#contract/featured.ts'
import { FeaturedResults } from '#ui/tool/FeaturedResults.tsx'

afterEach(() => document.body.replaceChildren())

test('an image has a blurred placeholder until it has loaded', async () => {
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false)
  const url = `https://api.example/files/${'x'.repeat(43)}/fox.png`
  const fox = { id: 'fox', kind: 'image', url, prompt: 'A fox', width: 640, height: 640 }
  const items = [fox as FeaturedResult]
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  await act(async () => root.render(<FeaturedResults items={items} onUse={null} t={key => key} />))
  const image = place.querySelector('img')
  expect(image?.getAttribute('style')).toContain('?w=24')
  image?.dispatchEvent(new Event('load'))
  expect(image?.getAttribute('style')).not.toContain('?w=24')
  await act(async () => root.unmount())
})
