import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { HubInfo } from '#client/hub.ts'
import { bindHub } from '#client/page-hub.ts'
import type { LibraryItem } from '#contract/library.ts'
import { $ratings, ratingKey } from '#stores/ratings.ts'
import { $token } from '#stores/token.ts'
import { ResultRelatives } from '#ui/viewer/Relatives.tsx'
import type { View } from '#ui/viewer/view-list.ts'

const file = (name: string): string => `https://api.example/files/${'x'.repeat(43)}/${name}`
const viewOf = (name: string): View =>
  ({ id: `${name}/0`, task: { id: name }, address: file(`${name}.png`) }) as View

function item(prompt: string, more: Partial<LibraryItem>): LibraryItem {
  const image = { id: prompt, kind: 'image', service: 'flux', task_id: prompt, type: 'image/png' }
  const texts = { prompt, title: '', text: '', url: file(`${prompt}.png`), poster: null }
  return { ...image, ...texts, ...more } as LibraryItem
}

const boat = viewOf('boat')
const winter = viewOf('winter')
const photo = item('photo', { kind: 'upload', service: null, task_id: null })
const song = { kind: 'audio', service: 'suno', type: 'audio/mpeg' } as const
const CHILDREN = [
  item('film', { kind: 'video', service: 'kling', type: 'video/mp4', poster: file('cover.png') }),
  item('winter', {}),
  item('tune', song)
]

let root: Root
let asked: string[]
const open = vi.fn()
beforeEach(async () => {
  asked = []
  bindHub({ locale: 'de', hosts: { api: 'https://api.example' }, user: { id: 'a' } } as HubInfo)
  $token.set({ access: 'access', expiration: Date.now() + 3_600_000 })
  $ratings.set({ [ratingKey(boat.address)]: { id: 'item', rating: 0, saved: 0 } })
  vi.stubGlobal('fetch', async (address: string | URL) => {
    asked.push(String(address))
    return String(address).endsWith('/lineage')
      ? Response.json({ parents: [photo], children: CHILDREN })
      : Response.json({ items: [], next: null })
  })
  root = createRoot(document.body.appendChild(document.createElement('div')))
  const views = [winter, boat]
  await act(async () =>
    root.render(<ResultRelatives view={boat} views={views} show={open} t={key => key} />)
  )
  await act(() => vi.waitFor(() => expect(listed('sources')).toHaveLength(1)))
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
})

/** The links and buttons of a list. */
const listed = (list: 'sources' | 'made'): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>(`[aria-label="field.view.${list}"] li > *`)
]

test('relatives are small pictures that lead to the page of their task', () => {
  expect(asked).toContain('https://api.example/library/items/item/lineage')
  const [upload] = listed('sources')
  expect(upload?.getAttribute('href')).toBe(photo.url)
  const [film, , tune] = listed('made')
  expect(film?.getAttribute('href')).toBe('/de/kling/history?task=film')
  expect(film?.querySelector('img')?.getAttribute('src')).toBe(`${file('cover.png')}?w=320`)
  expect(film?.querySelector('img')?.alt).toBe('film')
  expect([tune?.getAttribute('href'), tune?.textContent]).toEqual([
    '/de/suno/history?task=tune',
    'tune'
  ])
})

test('a relative that the page shows opens in the viewer', async () => {
  await act(async () => listed('made')[1]?.click())
  expect(open).toHaveBeenCalledExactlyOnceWith(winter)
})
