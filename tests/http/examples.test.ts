import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { FeaturedResult } from '#contract/featured.ts'
import { makeExamples } from '#servers/examples.ts'
import { groupTranslator } from '#i18n/sentences.server.ts'
import type { FalServer } from '../support/fal-server.ts'
import { openFalWorld } from '../support/http-fal.ts'
import { openMediaWorld } from '../support/media-world.ts'
import { BASE, json, openStudio, type TestStudio } from '../support/studio.ts'
import type { VendorWorld } from '../support/vendor-world.ts'

let world: VendorWorld
let vendor: FalServer
beforeAll(async () => {
  ;({ world, vendor } = await openFalWorld())
})
afterAll(() => world.close())
let said: string[] = []
beforeEach(() => {
  said = []
})
afterEach(async () => {
  await world.studio.context.database.db.deleteFrom('featured').execute()
})

const make = (ids: string[], studio: TestStudio = world.studio): Promise<boolean> =>
  makeExamples(studio, ids, {
    say: line => void said.push(line),
    signal: AbortSignal.timeout(60_000)
  })

async function featured(): Promise<FeaturedResult[]> {
  const { items } = await json<{ items: { id: string }[] }>(
    world.studio.call(`/api/v1/sites/?origin=${BASE}`)
  )
  const path = `/api/v1/sites/${items[0]?.id}/featured`
  return (await json<{ items: FeaturedResult[] }>(world.studio.call(path))).items
}

test('the examples of a service are generated and featured once, for credits of the operator', async () => {
  const before = await world.spent()
  expect(await make(['flux'])).toBe(true)
  const t = groupTranslator('en', 'flux')
  const items = await featured()
  expect(items.map(({ prompt }) => prompt).toSorted()).toEqual(
    [1, 2, 3, 4, 5, 6].map(number => t(`flux.example.${number}`)).toSorted()
  )
  expect(items.find(each => each.prompt === t('flux.example.2'))?.settings).toMatchObject({
    size: '3:4'
  })
  expect((await world.spent()) - before).toBe(2_400_000)
  expect(said).toContain('6 examples for about 2.4 credits of the operator')
  expect(said).toContain('flux 6: featured, 0.4 credits')
  const jobs = vendor.jobs.length
  expect(await make(['flux'])).toBe(true)
  expect(said.at(-1)).toBe('0 examples for about 0 credits of the operator')
  expect(vendor.jobs.length).toBe(jobs)
})

test('required texts are filled in; an example that needs a file or has no provider is left out', async () => {
  expect(await make(['qrart', 'headshots', 'midjourney'])).toBe(true)
  expect(said.slice(0, 2)).toEqual([
    'midjourney: left out, no provider serves it or the site does not offer it',
    'headshots: left out, its examples need a file'
  ])
  const items = await featured()
  expect(items).toHaveLength(6)
  expect(items[0]?.settings).toMatchObject({ content: 'https://example.com' })
})

test('a failed example is named, and the others are generated', async () => {
  vendor.next.push({ status: 422, body: { detail: 'no' } })
  expect(await make(['luma'])).toBe(false)
  expect(said.filter(line => line.includes('FAILED'))).toEqual([
    expect.stringMatching(/^luma \d: FAILED, \w+: /)
  ])
  expect(await featured()).toHaveLength(5)
})

test('the command ends when the operator has no credits left', async () => {
  const { db } = world.studio.context.database
  await db.updateTable('fund').set({ remaining: 900_000 }).where('kind', '=', 'real').execute()
  await expect(make(['flux'])).rejects.toThrow(
    'no credits left for flux 3: top up at /console/extra'
  )
  expect(await featured()).toHaveLength(2)
})

test('the sign-in of the command is revoked when the command ends', async () => {
  const { db } = world.studio.context.database
  await expect(make(['flux'])).rejects.toThrow('no credits left')
  const open = await db
    .selectFrom('grant')
    .select('id')
    .where('agent', '=', 'npm run examples')
    .where('revoked_at', 'is', null)
    .execute()
  expect(open).toEqual([])
})

test('an unknown service name is refused with a list of all names', async () => {
  await expect(make(['fluxx'])).rejects.toThrow(/no service fluxx, only midjourney, .*suno/)
})

test('the command refuses to run if only the sandbox serves, or if no site is set up', async () => {
  const demo = await openMediaWorld()
  await expect(make([], demo.studio)).rejects.toThrow('only the sandbox serves here')
  await demo.close()
  const fresh = await openStudio({ environment: { FAL_URL: vendor.url, FAL_KEY: 'key' } })
  await expect(make(['flux'], fresh)).rejects.toThrow('nobody has set up a site yet')
  await fresh.close()
  const chats = await openStudio({ environment: { DEEPSEEK_API_KEY: 'key' } })
  await expect(make([], chats)).rejects.toThrow('no provider serves any of these services')
  await chats.close()
})
