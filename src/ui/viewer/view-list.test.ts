import { expect, test } from 'vitest'
import { flux } from '#catalog/flux/service.ts'
import { midjourney } from '#catalog/midjourney/service.ts'
import type { Task } from '#contract/task.ts'
import { listViews, listSources, viewsMadeFrom, type View } from '#ui/viewer/view-list.ts'

const file = (name: string): string => `https://api.example/files/${'x'.repeat(43)}/${name}`

function made(id: string, request: object, response: object | undefined, type = 'images'): Task {
  return { id, type, request, response } as unknown as Task
}

const keysOf = (views: readonly View[]): string[] => views.map(({ id }) => id)

const edit = made(
  'edit',
  { action: 'edit', prompt: 'Winter', image_url: file('boat-2.png') },
  { success: true, data: [{ image_url: file('winter.png') }] }
)
const first = made(
  'first',
  { prompt: 'A boat' },
  { success: true, data: [{ image_url: file('boat.png') }, { image_url: file('boat-2.png') }] }
)
const running = made('running', { prompt: 'A boat' }, undefined)
const failed = made('failed', { prompt: 'A boat' }, { success: false, error: {} })

test('each image of a page is listed in the order of its cards', () => {
  const gone = made('gone', {}, { success: true, data: [{}] }, 'nothing')
  const views = listViews([running, edit, failed, first, gone], flux)
  expect(keysOf(views)).toEqual(['edit/0', 'first/0', 'first/1'])
  expect(views[1]).toMatchObject({
    verb: 'images',
    as: 'image',
    prompt: 'A boat',
    address: file('boat.png')
  })
})

test('an edited image has its source, and the source has its edits', () => {
  const views = listViews([edit, first], flux)
  const [winter, boat, other] = views as [View, View, View]
  expect(listSources(winter, views)).toEqual([{ picture: file('boat-2.png'), view: other }])
  expect(viewsMadeFrom(other, views)).toEqual([winter])
  expect(viewsMadeFrom(boat, views)).toEqual([])
  expect(listSources(boat, views)).toEqual([])
})

test('a source that is not on the page is shown if it is an image of our own server', () => {
  const [winter] = listViews([edit], flux) as [View]
  expect(listSources(winter, [winter])).toEqual([{ picture: file('boat-2.png'), view: null }])
  const foreign = made(
    'foreign',
    { image_url: 'https://elsewhere.example/files/boat.png' },
    edit.response
  )
  const [view] = listViews([foreign], flux) as [View]
  expect(listSources(view, [view])).toEqual([])
})

test('a result is also found by the id that a follow-up refers to', () => {
  const grid = made(
    'grid',
    { action: 'generate', prompt: 'A boat' },
    { success: true, image_id: 'i1', raw_image_url: file('grid.png'), mode: 'fast' },
    'imagine'
  )
  const large = made(
    'large',
    { action: 'upscale1', image_id: 'i1', mode: 'fast' },
    { success: true, image_id: 'i2', raw_image_url: file('large.png'), mode: 'fast' },
    'imagine'
  )
  const views = listViews([large, grid], midjourney)
  const [upscaled, whole] = views as [View, View]
  expect(listSources(upscaled, views)).toEqual([{ picture: file('grid.png'), view: whole }])
  expect(keysOf(viewsMadeFrom(whole, views))).toEqual(['large/0'])
  expect(viewsMadeFrom(upscaled, views)).toEqual([])
})
