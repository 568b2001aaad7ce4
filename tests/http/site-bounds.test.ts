import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Site } from '#contract/site.ts'
import type { ProblemBody } from '#core/problem.ts'
import { refusal } from '../support/shop.ts'
import { json, openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let ada: TestPerson
let eve: TestPerson
let first: Site
beforeAll(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off' } })
  ada = await person(studio)
  eve = await person(studio)
  first = await read('')
})
afterAll(() => studio.close())

const call = (path: string, init: object = {}, who: TestPerson | null = ada): Promise<Response> =>
  studio.call(`/api/v1/sites/${path}`, {
    ...init,
    ...(who !== null && { token: who.token.access_token })
  })
const put = (body: unknown, headers = {}): Promise<Response> =>
  call(first.id, { method: 'PUT', json: body, headers })
/** Reads a site by its origin or its id. */
const read = async (id: string, who: TestPerson | null = ada): Promise<Site> => {
  const answer = await json<Site & { items?: [Site] }>(call(id, {}, who))
  return answer.items?.[0] ?? answer
}

test('only a site’s admins see its default inviter and the share of that inviter', async () => {
  const known = {
    margin: 0.25,
    distribution: {
      force_inviter_id: eve.application.user_id,
      default_inviter_id: ada.application.user_id
    }
  }
  expect(await json(put(known))).toMatchObject(known)
  const unknown = {
    margin: 0,
    admins: [],
    distribution: { force_inviter_id: null, default_inviter_id: null }
  }
  for (const id of ['', first.id]) {
    expect(await read(id)).toMatchObject(known)
    for (const who of [eve, null]) expect(await read(id, who)).toMatchObject(unknown)
  }
  await json(put({ margin: 0, distribution: unknown.distribution }))
})

test.each<[unknown, string]>([
  [{ flux: false }, 'features.flux wrong_type'],
  [{ flux: true }, 'features.flux wrong_type'],
  [{ flux: { enabled: 'false' } }, 'features.flux.enabled wrong_type'],
  [{ flux: { enabled: 0 } }, 'features.flux.enabled wrong_type'],
  [{ flux: { enabled: null } }, 'features.flux.enabled wrong_type'],
  [{ suno: 'off' }, 'features.suno wrong_type'],
  [{ suno: 0 }, 'features.suno wrong_type'],
  [{ support: [] }, 'features.support wrong_type'],
  [{ support: { discord: { enabled: 'false' } } }, 'features.support.discord.enabled wrong_type']
])('an unknown switch is refused: %j', async (features, issue) => {
  expect(await refusal(put({ features }))).toEqual([400, 'bad_request', issue])
  expect((await read('')).features).toEqual(first.features)
})

test.each(['\u200B', '\u200B\u2060 \uFEFF', '\u202E', '\u3164\u00AD', '\u2800', '\uFE0F'])(
  'an invisible name is refused: %j',
  async title => {
    expect(await refusal(put({ title }))).toEqual([400, 'bad_request', 'title invalid'])
    expect(await refusal(put({ keywords: ['art', title] }))).toEqual([
      400,
      'bad_request',
      'keywords.1 invalid'
    ])
    // Invisible marks are allowed between letters.
    expect(await json(put({ title: 'می\u200Cخواهم 👩\u200D🎤' }))).toMatchObject({
      title: 'می\u200Cخواهم 👩\u200D🎤'
    })
    await json(put({ title: '' }))
  }
)

test.each([
  [255, 'accepted'],
  [256, 'origin domain_too_long'],
  [280, 'origin domain_too_long'],
  [400, 'origin too_long']
])('a host of %i characters: %s', async (length, outcome) => {
  const origin = `https://${'a.'.repeat(200).slice(0, length - 1)}b`
  expect(new URL(origin).hostname).toHaveLength(length)
  const answer = call('', { json: { origin } })
  if (outcome === 'accepted') expect((await answer).status).toBe(200)
  else expect(await refusal(answer)).toEqual([400, 'bad_request', outcome])
})

describe('a change of an outdated version', () => {
  test.each([
    ['en', 'changed in the meantime'],
    ['de', 'inzwischen geändert'],
    ['zh-CN', '已被修改'],
    ['ar', 'في هذه الأثناء']
  ])('is refused with a sentence in %s', async (language, words) => {
    const answer = await put(
      { title: 'Late', version: first.version - 1 },
      { 'accept-language': language }
    )
    expect(answer.status).toBe(409)
    const { error } = (await answer.json()) as ProblemBody
    expect(error).toMatchObject({ code: 'duplication', message: expect.stringContaining(words) })
  })
})
