import { expect, test } from 'vitest'
import { erase } from '#catalog/erase/service.ts'
import { flux } from '#catalog/flux/service.ts'
import { midjourney } from '#catalog/midjourney/service.ts'
import type { Task } from '#contract/task.ts'
import { findSourceImage, listViews, type View } from '#ui/viewer/view-list.ts'

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

test('an edited image is compared with the image that it was made from', () => {
  const views = listViews([edit, first], flux)
  const [winter, boat] = views as [View, View]
  expect(findSourceImage(winter, views)).toBe(file('boat-2.png'))
  expect(findSourceImage(boat, views)).toBeUndefined()
})

test('a source that is not on the page is compared if it is an image of our own server', () => {
  const [winter] = listViews([edit], flux) as [View]
  expect(findSourceImage(winter, [winter])).toBe(file('boat-2.png'))
  const foreign = made(
    'foreign',
    { image_url: 'https://elsewhere.example/files/boat.png' },
    edit.response
  )
  const [view] = listViews([foreign], flux) as [View]
  expect(findSourceImage(view, [view])).toBeUndefined()
})

test('an image is not compared with a mask', () => {
  const request = { mask_url: file('mask.png'), image_url: file('boat.png') }
  const [view] = listViews([made('erased', request, edit.response)], erase) as [View]
  expect(findSourceImage(view, [view])).toBe(file('boat.png'))
  const [bare] = listViews(
    [made('bare', { mask_url: file('mask.png') }, edit.response)],
    erase
  ) as [View]
  expect(findSourceImage(bare, [bare])).toBeUndefined()
})

test('an image is compared with an earlier result, but a grid with none of its images', () => {
  const task = (id: string, request: object, actions: string[]): Task => {
    const response = { success: true, image_id: id, raw_image_url: file(`${id}.png`), actions }
    return made(id, request, response, 'imagine')
  }
  const grid = task('grid', { action: 'generate', prompt: 'A boat' }, ['upscale1', 'reroll'])
  const single = task('single', { action: 'upscale1', image_id: 'grid' }, ['upscale_2x'])
  const large = task('large', { action: 'upscale_2x', image_id: 'single' }, [])
  const varied = task('varied', { action: 'variation_subtle', image_id: 'single' }, ['upscale1'])
  const views = listViews([varied, large, single, grid], midjourney)
  expect(views.map(view => findSourceImage(view, views))).toEqual([
    undefined,
    file('single.png'),
    undefined,
    undefined
  ])
})
