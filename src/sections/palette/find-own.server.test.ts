import { expect, test } from 'vitest'
import type { HubRequest } from '#client/hub.ts'
import type { LibraryItem } from '#contract/library.ts'
import { searchOwnItems } from '#sections/palette/find-own.server.ts'

function item(id: string, kind: LibraryItem['kind']): LibraryItem {
  const isUpload = kind === 'upload'
  return {
    id,
    kind,
    service: isUpload ? null : 'flux',
    prompt: id,
    title: '',
    text: '',
    task_id: isUpload ? null : `task-${id}`,
    created_at: '2026-11-22T12:00:00.000Z'
  } as LibraryItem
}

/** A hub whose API has these items. Its cursor is the place of the next one. */
function hubWith(items: readonly LibraryItem[], asked: string[] = []): HubRequest {
  return {
    locale: 'en',
    path: '/flux',
    session: { access_token: 'token' },
    site: { features: {}, switched_off: [], own_services: [] },
    t: (key: string) => key,
    async fetch(_: string, path: string) {
      if (!path.startsWith('/library/')) return Response.json({ items: [], count: 0 })
      asked.push(path)
      const query = new URLSearchParams(path.split('?')[1])
      const [from, limit] = [Number(query.get('cursor')), Number(query.get('limit'))]
      const next = from + limit < items.length ? String(from + limit) : null
      return Response.json({ items: items.slice(from, from + limit), next })
    }
  } as unknown as HubRequest
}

const uploads = (count: number): LibraryItem[] =>
  Array.from({ length: count }, (_, at) => item(`upload-${at}`, 'upload'))

test('uploads take no place among the results that are found', async () => {
  const results = Array.from({ length: 8 }, (_, at) => item(`image-${at}`, 'image'))
  const [group] = (await searchOwnItems(hubWith([...uploads(70), ...results]), 'boat')) ?? []
  expect(group?.title).toBe('common.palette.results')
  expect(group?.entries.map(({ title, href }) => [title, href])).toEqual(
    results.slice(0, 6).map(({ id }) => [id, `/flux/history?task=task-${id}`])
  )
})

test('a search ends after five pages', async () => {
  const asked: string[] = []
  expect(await searchOwnItems(hubWith(uploads(1000), asked), 'boat')).toEqual([])
  expect(asked).toHaveLength(5)
})
