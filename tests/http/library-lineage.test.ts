import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LibraryItem, LibraryLineage, LibraryPage } from '#contract/library.ts'
import { up as migrateSources } from '#servers/lib/database/migrations/047-library-sources.ts'
import { addResults } from '#servers/library/add.ts'
import { SAMPLES, upload } from '../support/files.ts'
import { runOf, writeRuns } from '../support/runs.ts'
import { json, openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let ada: TestPerson
let eve: TestPerson
beforeAll(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off' } })
  ada = await person(studio)
  eve = await person(studio)
})
afterAll(() => studio.close())

const db = () => studio.context.database.db

/** Uploads an image. */
async function uploaded(name: string, who = ada): Promise<LibraryItem> {
  await upload(studio, who, SAMPLES['image/png'] ?? '', name)
  return find(name, who)
}

/** The field of an output that shows it, by service; an image by default. */
const SHOWN: Record<string, string> = { kling: 'video_url', midjourney: 'raw_image_url' }

/** Creates a file that a task made. */
async function made(run: string, type: string, who = ada): Promise<string> {
  const { id, file_url } = await upload(studio, who, SAMPLES[type] ?? '')
  await db().deleteFrom('library_item').where('file_id', '=', id).execute()
  await db().updateTable('file').set({ run_id: run }).where('id', '=', id).execute()
  return new URL(file_url).pathname
}

type Work = {
  service?: string
  action?: string
  request: object
  /** Further values of each output. */
  more?: object
  who?: TestPerson
  count?: number
}

/** Finishes a task, a second later than the one before. */
async function finish(prompt: string, work: Work): Promise<LibraryItem> {
  const { service = 'flux', action = 'images', request, more = {}, who = ada, count = 1 } = work
  studio.context.clock.advance(1000)
  const run = runOf(who, { service, action, request: JSON.stringify({ prompt, ...request }) })
  const type = service === 'kling' ? 'video/mp4' : 'image/png'
  const data: object[] = []
  for (let at = 0; at < count; at++)
    data.push({ [SHOWN[service] ?? 'image_url']: await made(run.id, type, who), ...more })
  const response = JSON.stringify({ success: true, data })
  await writeRuns(studio.context, [{ ...run, response }])
  const ended = { ...run, model: null, request: run.request ?? null }
  await addResults(db(), ended, response, studio.context.clock.now())
  return find(prompt, who)
}

async function find(prompt: string, who = ada): Promise<LibraryItem> {
  const query = new URLSearchParams({ search: prompt })
  const { items } = await json<LibraryPage>(
    studio.call(`/library/items?${query}`, { token: who.token.access_token })
  )
  const [item] = items
  if (item === undefined) throw new Error(`there is no ${prompt}`)
  return item
}

const lineageOf = ({ id }: LibraryItem, who = ada): Promise<LibraryLineage> =>
  json(studio.call(`/library/items/${id}/lineage`, { token: who.token.access_token }))

/** The prompts of what an item was made from, and of what was made from it. */
async function relatives(item: LibraryItem, who = ada): Promise<{ from: string[]; to: string[] }> {
  const { parents, children } = await lineageOf(item, who)
  return { from: parents.map(each => each.prompt), to: children.map(each => each.prompt) }
}

test('parents and children are found across tools, without masks', async () => {
  const photo = await uploaded('harbour.png')
  const mask = await uploaded('mask.png')
  const boat = await finish('A boat', { request: { image_url: photo.url } })
  const request = { image_url: boat.url, mask_url: mask.url }
  const clean = await finish('No gull', { service: 'erase', request })
  const sail = await finish('Set sail', {
    service: 'kling',
    action: 'videos',
    request: { start_image_url: boat.url }
  })
  expect(await relatives(photo)).toEqual({ from: [], to: ['A boat'] })
  expect(await relatives(boat)).toEqual({ from: ['harbour.png'], to: ['Set sail', 'No gull'] })
  expect(await relatives(clean)).toEqual({ from: ['A boat'], to: [] })
  expect(await relatives(mask)).toEqual({ from: [], to: [] })
  const [child] = (await lineageOf(boat)).children
  expect(child).toEqual(sail)
  expect(child).toMatchObject({ service: 'kling', kind: 'video', type: 'video/mp4' })
})

test('an earlier result is found by its name, and by another file of the same output', async () => {
  const small = await made('unknown', 'image/png')
  const owls = await finish('Four owls', {
    service: 'midjourney',
    action: 'imagine',
    request: {},
    more: { image_id: 'owls', image_url: small }
  })
  const run_id = owls.task_id ?? ''
  await db().insertInto('output_name').values({ name: 'owls', run_id, value: 'image_id' }).execute()
  await db().updateTable('file').set({ run_id }).where('run_id', '=', 'unknown').execute()
  await finish('One owl', {
    service: 'midjourney',
    action: 'imagine',
    request: { action: 'upscale1', image_id: 'owls' }
  })
  await finish('Owls fly', {
    service: 'kling',
    action: 'videos',
    request: { start_image_url: `https://api.example${small}` }
  })
  expect(await relatives(owls)).toEqual({ from: [], to: ['Owls fly', 'One owl'] })
})

test('only items of the same user are related', async () => {
  const lake = await finish('A lake', { request: {} })
  await finish('A stolen lake', { request: { image_url: lake.url }, who: eve })
  expect(await relatives(lake)).toEqual({ from: [], to: [] })
  expect(await relatives(await find('A stolen lake', eve), eve)).toEqual({ from: [], to: [] })
  const foreign = await studio.call(`/library/items/${lake.id}/lineage`, {
    token: eve.token.access_token
  })
  expect(foreign.status).toBe(404)
})

test('the twelve newest tasks are listed, each once, and each belongs to its own result', async () => {
  const hill = await finish('A hill', { request: {}, count: 2 })
  for (let at = 10; at < 23; at++)
    await finish(`Hill ${at}`, { request: { image_url: hill.url }, count: 2 })
  const newest = Array.from({ length: 12 }, (_, at) => `Hill ${22 - at}`)
  expect(await relatives(hill)).toEqual({ from: [], to: newest })
  const query = new URLSearchParams({ task: hill.task_id ?? '' })
  const { items } = await json<LibraryPage>(
    studio.call(`/library/items?${query}`, { token: ada.token.access_token })
  )
  const sibling = items.find(({ id }) => id !== hill.id)
  expect(sibling && (await relatives(sibling))).toEqual({ from: [], to: [] })
})

test('deleted parents and children are gone from the lists', async () => {
  const seed = await finish('A seed', { request: {} })
  const tree = await finish('A tree', { request: { image_url: seed.url } })
  const leaf = await finish('A leaf', { request: { image_url: tree.url } })
  await studio.call('/library/delete', {
    json: { ids: [seed.id, leaf.id] },
    token: ada.token.access_token
  })
  expect(await relatives(tree)).toEqual({ from: [], to: [] })
})

test('items that are older than the lists are in them', async () => {
  const egg = await finish('An egg', { request: {} })
  await finish('A hen', { request: { image_url: egg.url } })
  await db().schema.dropTable('library_source').execute()
  await migrateSources(db() as unknown as Kysely<unknown>)
  expect(await relatives(egg)).toEqual({ from: [], to: ['A hen'] })
})
