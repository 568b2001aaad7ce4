import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUp, type SignedUp } from '../../scripts/budget-person.ts'
import type { PaletteData, PaletteGroup } from '#client/palette.ts'
import { startStudio, visit } from '../support/process.ts'
import { wordsOf } from '../support/words.ts'

const HOSTILE = '<script>alert(1)</script> boats'
let studio: Awaited<ReturnType<typeof startStudio>>
let operator: SignedUp

beforeAll(async () => {
  studio = await startStudio()
  operator = await signUp(studio.url)
})
afterAll(() => studio.stop())

async function ask<T>(path: string, cookie = ''): Promise<T> {
  const { status, headers, text } = await visit(studio.url + path, { headers: { cookie } })
  expect([status, headers['cache-control']]).toEqual([200, 'private, no-store'])
  return JSON.parse(text) as T
}
const idsIn = ({ groups }: PaletteData) =>
  groups.flatMap(({ entries }) => entries.map(({ id }) => id))

test('a guest gets public pages only, in the language of the page', async () => {
  const data = await ask<PaletteData>('/de/palette')
  const ids = idsIn(data)
  for (const area of ['/console', '/profile', '/distribution', '/site', '/operator'])
    expect(ids.filter(id => id.startsWith(area))).toEqual([])
  const tool = data.groups.flatMap(({ entries }) => entries).find(({ id }) => id === '/flux')
  expect(tool).toMatchObject({ href: '/de/flux', title: wordsOf('de')('flux.title') })
  expect(data.t['common.palette.recent']).toBe(wordsOf('de')('common.palette.recent'))
  expect(data.findsOwn).toBe(false)
  expect(await ask<PaletteGroup[]>('/palette?search=boats')).toEqual([])
})

test('pages are found by their English names in every language', async () => {
  const data = await ask<PaletteData>('/ja/palette', operator.session)
  const usage = data.groups
    .flatMap(({ entries }) => entries)
    .find(({ id }) => id === '/console/usages')
  expect(usage?.words).toContain('Usage')
})

test('an operator gets the pages of operators, and their own chats as plain text', async () => {
  const data = await ask<PaletteData>('/palette', operator.session)
  expect(idsIn(data)).toEqual(expect.arrayContaining(['/console/usages', '/operator/audit']))
  expect(data.findsOwn).toBe(true)
  const { id } = (await (
    await operator.call(
      '/aichat/conversations',
      { model: 'deepseek-v4-pro', question: HOSTILE },
      { authorization: `Bearer ${operator.token}`, accept: 'application/json' }
    )
  ).json()) as { id: string }
  await operator.call(
    '/aichat/conversations',
    { action: 'update', id, title: HOSTILE },
    { authorization: `Bearer ${operator.token}` }
  )
  const found = await ask<PaletteGroup[]>('/fr/palette?search=BOATS', operator.session)
  expect(found).toMatchObject([
    {
      title: 'Conversations',
      entries: [{ title: HOSTILE, href: `/fr/deepseek/conversations/${id}`, line: 'DeepSeek' }]
    }
  ])
  expect(await ask<PaletteGroup[]>('/palette?search=%20', operator.session)).toEqual([])
})

test('results are found by their prompt, and only by their user', async () => {
  const made = await operator.call(
    '/flux/images',
    { prompt: 'A lighthouse made of glass', count: 1 },
    { authorization: `Bearer ${operator.token}` }
  )
  const { task_id: task } = (await made.json()) as { task_id: string }
  const [results] = await ask<PaletteGroup[]>('/palette?search=house%20MADE', operator.session)
  expect(results).toMatchObject({
    title: 'Results',
    entries: [{ title: 'A lighthouse made of glass', href: `/flux/history?task=${task}` }]
  })
  expect(results?.entries[0]?.line).toBe('Flux · Today')
  const other = await signUp(studio.url, 'other@example.com')
  expect(await ask<PaletteGroup[]>('/palette?search=lighthouse', other.session)).toEqual([])
})
