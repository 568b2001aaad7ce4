import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SAMPLES, upload } from '../support/files.ts'
import { openMediaWorld, type MediaWorld, type Result } from '../support/media-world.ts'
import { json, openStudio, person, type TestPerson } from '../support/studio.ts'

/** A PNG of one gray pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64'
)
const PAGE = Buffer.from('<!doctype html><title>no picture</title>')

let world: MediaWorld
let eve: TestPerson
let left: number
beforeAll(async () => {
  world = await openMediaWorld({
    '/small.png': png,
    '/large.png': Buffer.concat([png, Buffer.alloc(2000)]),
    '/page': PAGE
  })
  eve = await person(world.studio)
  left = await world.left()
})
afterAll(async () => {
  expect(await world.left(), 'none of these calls was charged').toBe(left)
  await world.close()
})

const SHEETS = '/postage-stamps/sheets'

/** Counts the rows of every table that a call could write. */
async function rows(): Promise<number[]> {
  const { db } = world.studio.context.database
  const tables = ['run', 'event', 'ledger', 'idempotency', 'callback', 'file'] as const
  const count = async (table: (typeof tables)[number]): Promise<number> => {
    const found = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return Number(found.count)
  }
  return Promise.all(tables.map(count))
}

/** Calls with invalid input and returns the issues. The call must write nothing. */
async function issues(
  path: string,
  body: Record<string, unknown>,
  who?: TestPerson
): Promise<string[]> {
  const before = await rows()
  const answer = await world.post(path, body, {
    who,
    headers: { 'idempotency-key': crypto.randomUUID() }
  })
  expect(await rows()).toEqual(before)
  const { code, error } = (await answer.json()) as Result & { code: string }
  expect([answer.status, code]).toEqual([400, 'bad_request'])
  return (error?.issues ?? []).map(issue => `${issue.field} ${issue.code}`)
}

describe('every wrong field is named, in the order of the form', () => {
  test.each([
    [SHEETS, {}, ['prompt required']],
    [
      SHEETS,
      {
        prompt: 'x'.repeat(101),
        count: 9,
        perforated: 'yes',
        callback_url: 'javascript:1',
        async: 'on',
        trace_id: 'a b'
      },
      [
        'prompt too_long',
        'count too_large',
        'perforated wrong_type',
        'async wrong_type',
        'callback_url invalid',
        'trace_id invalid'
      ]
    ],
    [
      '/flux/images',
      { prompt: '', model: 'flux-9', size: '7:1', count: 0 },
      ['prompt required', 'model not_allowed', 'size not_allowed', 'count too_small']
    ],
    ['/flux/images', { prompt: 'a hat', action: 'edit' }, ['image_url required']],
    ['/kling/videos', { prompt: 'x', model: 'kling-v2-master', mode: 'pro' }, ['mode not_allowed']],
    ['/kling/videos', { prompt: 'x', action: 'extend' }, ['video_id required']],
    ['/suno/audios', { prompt: 'x'.repeat(501) }, ['prompt too_long']],
    ['/suno/mp4', {}, ['audio_id required']],
    ['/flux/images', { prompt: 'x', size: '192x1024', model: 'flux-pro' }, ['size too_small']],
    ['/flux/images', { prompt: 'x', size: '1024x1000' }, ['size invalid']],
    [
      '/flux/images',
      { prompt: 'x', size: '1024x1024', model: 'flux-pro-1.1-ultra' },
      ['size not_allowed']
    ],
    [
      '/kling/videos',
      { prompt: 'x', duration: 7, mode: '4k' },
      ['duration not_allowed', 'mode not_allowed']
    ],
    [
      '/kling/videos',
      { prompt: 'x', camera_control: { type: 'simple', config: { pan: 11, tilt: 'up' } } },
      ['camera_control.config.pan too_large', 'camera_control.config.tilt wrong_type']
    ],
    [
      '/kling/videos',
      { prompt: 'x', camera_control: { type: 'spin' }, cfg_scale: 2 },
      ['cfg_scale too_large', 'camera_control.type not_allowed']
    ],
    [
      '/suno/audios',
      { action: 'replace_section', replace_section_start: 9, replace_section_end: 9 },
      ['audio_id required', 'replace_section_end too_small']
    ],
    [
      '/suno/audios',
      { action: 'mashup', mashup_audio_ids: ['one'] },
      ['mashup_audio_ids too_small']
    ],
    ['/suno/audios', { action: 'inspo' }, ['audio_urls required']],
    [
      '/suno/audios',
      { custom: true, model: 'chirp-v4', style: 'x'.repeat(201), title: 'x'.repeat(81) },
      ['style too_long', 'title too_long']
    ],
    ['/flux/images', { prompt: ' \n\t\u00a0' }, ['prompt required']],
    [
      '/suno/audios',
      { custom: true, lyric: '  ', title: ' ', action: 'extend' },
      ['audio_id required']
    ],
    [SHEETS, { prompt: 'x', callback_url: 'http://127.0.0.1:1/x' }, ['callback_url unreachable']],
    [
      SHEETS,
      { prompt: 'x', callback_url: 'http://169.254.169.254/latest' },
      ['callback_url unreachable']
    ],
    [SHEETS, { prompt: 'x', callback_url: 'http://0x7f.1/' }, ['callback_url unreachable']],
    [
      SHEETS,
      { prompt: 'x', callback_url: 'http://[::ffff:10.0.0.1]/' },
      ['callback_url unreachable']
    ],
    [
      SHEETS,
      { prompt: 'x', callback_url: 'https://user:pw@hook.example/x' },
      ['callback_url unreachable']
    ]
  ])('%s %#', async (path, body, expected) => {
    expect(await issues(path, body)).toEqual(expected)
  })
})

describe('input files', () => {
  const withFiles = (...image_urls: string[]): Record<string, unknown> => ({
    prompt: 'x',
    image_urls,
    async: true
  })

  test("the caller's files, files of others at known addresses, and public files are accepted", async () => {
    const mine = await upload(world.studio, world.ada, png)
    const hers = await upload(world.studio, eve, png)
    const { task_id } = await world.result(SHEETS, withFiles(mine.file_url, hers.file_url))
    expect((await world.ended('postage-stamps', task_id)).state).toBe('succeeded')
    const { task_id: other } = await world.result(
      SHEETS,
      withFiles(`${world.stranger.url}/small.png`)
    )
    expect((await world.ended('postage-stamps', other)).state).toBe('succeeded')
    left -= 1
  })

  test('files that cannot be fetched, and forbidden addresses, are refused', async () => {
    const { url } = world.stranger
    const { id, file_url } = await upload(world.studio, world.ada, png)
    await world.studio.call(`/files/${id}`, { method: 'DELETE', token: world.ada.credential.token })
    const closed = [
      file_url,
      `${url}/nothing`,
      'http://127.0.0.1:1/x.png',
      'http://169.254.169.254/latest',
      'http://[::1]/x',
      'http://a@b.example/'
    ]
    for (const address of closed)
      expect(await issues(SHEETS, withFiles(address)), address).toEqual(['image_urls unreachable'])
  })

  test('a file of another type, a large file and one file too many are refused, even beside a good file', async () => {
    const { url } = world.stranger
    const song = await upload(world.studio, world.ada, Buffer.from(SAMPLES['audio/mpeg'] ?? []))
    const large = await upload(world.studio, world.ada, Buffer.concat([png, Buffer.alloc(2000)]))
    expect(await issues(SHEETS, withFiles(`${url}/small.png`, song.file_url))).toEqual([
      'image_urls wrong_file'
    ])
    expect(await issues(SHEETS, withFiles(`${url}/page`))).toEqual(['image_urls wrong_file'])
    expect(await issues(SHEETS, withFiles(large.file_url))).toEqual(['image_urls too_large'])
    expect(await issues(SHEETS, withFiles(`${url}/large.png`))).toEqual(['image_urls too_large'])
    expect(
      await issues(SHEETS, withFiles(...Array.from({ length: 3 }, () => `${url}/small.png`)))
    ).toEqual(['image_urls too_many'])
    expect(await issues(SHEETS, { ...withFiles(`${url}/nothing`), prompt: '' })).toEqual([
      'prompt required',
      'image_urls unreachable'
    ])
  })
})

test('an earlier result of another user is refused in the same way as an unknown one', async () => {
  const sheet = await json<Result>(world.post(SHEETS, { prompt: 'hers' }, { who: eve }))
  const stamp_id = sheet.data?.[0]?.['stamp_id']
  const marks = '/postage-stamps/postmarks'
  expect(await issues(marks, { stamp_id })).toEqual(['stamp_id unknown'])
  // Only the id identifies a result. Other texts of its answer do not.
  for (const made of ['never', sheet.task_id, '%', '"', 'hers'])
    expect(await issues(marks, { stamp_id: made }, eve)).toEqual(['stamp_id unknown'])
  expect((await world.post(marks, { stamp_id }, { who: eve })).status).toBe(200)
  await world.studio.call('/postage-stamps/tasks', {
    json: { action: 'delete', id: sheet.task_id },
    token: eve.credential.token
  })
  expect(await issues(marks, { stamp_id }, eve)).toEqual(['stamp_id unknown'])
  expect(await issues('/kling/videos', { video_id: 'nobody’s' })).toEqual(['video_id unknown'])
  expect(
    await issues('/suno/audios', { action: 'cover', custom: true, audio_id: 'nobody’s' })
  ).toEqual(['audio_id unknown'])
  expect(await issues('/suno/audios', { action: 'mashup', mashup_audio_ids: ['a', 'b'] })).toEqual([
    'mashup_audio_ids unknown'
  ])
  expect(
    await issues('/suno/audios', { action: 'artist_consistency', prompt: 'x', persona_id: 'a' })
  ).toEqual(['persona_id unknown'])
})

test('an earlier result that the action does not use is ignored with a warning', async () => {
  const idle = {
    prompt: '[sandbox:silent] x',
    audio_id: 'nobody’s',
    persona_id: 'nobody’s',
    async: true
  }
  const { task_id, warnings } = await world.result('/suno/audios', idle)
  expect(warnings).toEqual(['audio_id', 'persona_id'])
  const { request } = await world.task('suno', task_id)
  expect(Object.keys(request)).not.toEqual(expect.arrayContaining(['audio_id']))
  await world.studio.call('/suno/tasks', {
    json: { action: 'delete', id: task_id },
    token: world.ada.credential.token
  })
})

test('a model that has ended is replaced by its successor, and the warning names both and the price', async () => {
  const { task_id, warnings } = await world.result('/nano-banana/images', {
    prompt: '[sandbox:silent] A harbour',
    model: 'nano-banana-2',
    resolution: '2K',
    async: true
  })
  expect(warnings).toEqual([
    'model: nano-banana-2 ended on 2026-10-29. nano-banana-2.1 is used in its place, and this costs 2 credits.'
  ])
  await world.studio.call('/nano-banana/tasks', {
    json: { action: 'delete', id: task_id },
    token: world.ada.credential.token
  })
})

describe('a call is refused', () => {
  test('without a credential, with an access token, for another plan, or for another service', async () => {
    const { studio, ada } = world
    const refusal = async (answer: Promise<Response>): Promise<unknown> =>
      ((await (await answer).json()) as { code: string }).code
    const body = { prompt: 'x', async: true }
    expect(await refusal(studio.call(SHEETS, { json: body }))).toBe('no_token')
    expect(await refusal(studio.call(SHEETS, { json: body, token: ada.token.access_token }))).toBe(
      'token_mismatched'
    )
    expect(await refusal(world.post(SHEETS, { ...body, application_id: eve.application.id }))).toBe(
      'token_mismatched'
    )
    expect(await refusal(world.post('/postage-stamps/letters', body))).toBe('no_api')
    const own = await json<{ id: string }>(
      studio.call('/api/v1/applications/', {
        json: { type: 'Usage', scope: 'Individual', service_id: 'flux' },
        token: ada.token.access_token
      })
    )
    const key = await json<{ token: string }>(
      studio.call('/api/v1/credentials/', {
        json: { application_id: own.id, name: 'flux' },
        token: ada.token.access_token
      })
    )
    expect(await refusal(studio.call(SHEETS, { json: body, token: key.token }))).toBe(
      'token_mismatched'
    )
  })

  test('when no provider serves the action', async () => {
    const studio = await openStudio({ environment: { SANDBOX: 'off' } })
    const ada = await person(studio)
    const answer = await studio.call('/flux/images', {
      json: { prompt: 'x', async: true },
      token: ada.credential.token
    })
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { code: 'api_not_implemented' }
    ])
    await studio.close()
  })

  test('when the site has switched the service off', async () => {
    const { studio, ada } = world
    const { db } = studio.context.database
    const features = JSON.stringify({ stamps: { enabled: false } })
    await db.updateTable('site').set({ features }).execute()
    studio.context.terms.forget()
    const answer = await world.post(SHEETS, { prompt: 'x', async: true }, { who: ada })
    expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'forbidden' }])
    await db.updateTable('site').set({ features: '{}' }).execute()
    studio.context.terms.forget()
  })
})
