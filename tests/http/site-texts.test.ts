import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Site } from '#contract/site.ts'
import type { ProblemBody } from '#core/problem.ts'
import {
  BASE,
  json,
  openStudio,
  person,
  type TestPerson,
  type TestStudio
} from '../support/studio.ts'

let studio: TestStudio
let ada: TestPerson
let id: string
beforeAll(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off' } })
  ada = await person(studio)
  id = (await siteOf()).id
})
afterAll(() => studio.close())

const siteOf = async (): Promise<Site> => {
  const { items } = await json<{ items: [Site] }>(
    studio.call(`/api/v1/sites/?${new URLSearchParams({ origin: BASE })}`)
  )
  return items[0]
}
const put = (body: unknown): Promise<Response> =>
  studio.call(`/api/v1/sites/${id}`, { method: 'PUT', json: body, token: ada.token.access_token })
const problem = async (answer: Promise<Response>): Promise<unknown[]> => {
  const { status, body } = await answer.then(async each => ({
    status: each.status,
    body: (await each.json()) as ProblemBody
  }))
  return [
    status,
    body.code,
    ...(body.error.issues ?? []).map(issue => `${issue.field} ${issue.code}`)
  ]
}

test('texts change one language at a time, and null removes a language', async () => {
  const de = { title: 'Musen', description: 'Bilder\nund Lieder', keywords: ['Kunst'] }
  const fr = { title: 'Muses', description: '', keywords: [] }
  expect((await json<Site>(put({ texts: { de, fr: { title: ' Muses ' } } }))).texts).toEqual({
    de,
    fr
  })
  expect((await json<Site>(put({ texts: { de: { title: '' }, fr: null } }))).texts).toEqual({
    de: { ...de, title: '' }
  })
  expect(
    (await json<Site>(put({ texts: { de: { description: '', keywords: [] } } }))).texts
  ).toEqual({})
  expect(await problem(put({ texts: { xx: { title: 'No' } } }))).toEqual([
    400,
    'bad_request',
    'texts.xx not_allowed'
  ])
  expect(await problem(put({ texts: { constructor: { title: 'No' } } }))).toEqual([
    400,
    'bad_request',
    'texts.constructor not_allowed'
  ])
  expect(await problem(put({ texts: { de: { title: 'x'.repeat(101) } } }))).toEqual([
    400,
    'bad_request',
    'texts.de.title too_long'
  ])
  expect((await siteOf()).texts).toEqual({})
})

test('a pattern builds page titles from the names of the page and the site', async () => {
  expect(await json(put({ page_title: ' {site} – {page} ' }))).toMatchObject({
    page_title: '{site} – {page}'
  })
  expect(await problem(put({ page_title: '{site}' }))).toEqual([
    400,
    'bad_request',
    'page_title invalid'
  ])
  expect(await json(put({ page_title: '' }))).toMatchObject({ page_title: '' })
})

test('simultaneous changes of different languages or fields merge, and those of the same one are refused', async () => {
  const base = { texts: {}, page_title: '' }
  await json(put({ base, texts: { de: { title: 'Musen' } } }))
  expect(
    (
      await json<Site>(
        put({ base, version: 0, texts: { fr: { title: 'Muses' } }, page_title: '{page}' })
      )
    ).texts
  ).toMatchObject({
    de: { title: 'Musen' },
    fr: { title: 'Muses' }
  })
  expect(await problem(put({ base, version: 0, texts: { de: { title: 'Andere' } } }))).toEqual([
    409,
    'duplication',
    expect.stringMatching(/^texts\.de(\.title)? outdated$/)
  ])
  expect((await siteOf()).texts['de']?.title).toBe('Musen')
})
