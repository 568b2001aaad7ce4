import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kling } from '#catalog/kling/service.ts'
import { followUpValues } from '#core/output.ts'
import { stampsSandbox } from '../support/made-up-service.ts'
import { openMediaWorld, type MediaWorld, type Result } from '../support/media-world.ts'
import { silence, tag } from '../support/sound.ts'

const PATIENCE = { timeout: 120_000 }

/** A small PNG whose header claims 30,000 by 30,000 pixels. Nothing may decode it. */
const bomb = await sharp({ create: { width: 16, height: 16, channels: 3, background: 'red' } })
  .png()
  .toBuffer()
bomb.writeUInt32BE(30_000, 16)
bomb.writeUInt32BE(30_000, 20)

const stopped: unknown[] = []
let world: MediaWorld
beforeAll(async () => {
  const files = {
    '/bomb.png': bomb,
    '/cut.png': bomb.subarray(0, 20),
    '/long.mp3': silence(1200),
    '/short.mp3': silence(20),
    '/tag.mp3': tag(100)
  }
  const albums: (typeof stampsSandbox)['albums'] = {
    seconds: 60,
    make: async (_, studio) => {
      const clip = studio.run('clip', {
        prompt: 'x',
        seed: 1,
        width: 640,
        height: 360,
        seconds: 30
      })
      await clip.catch((thrown: { code: string }) => stopped.push(thrown.code))
      return []
    }
  }
  world = await openMediaWorld(files, { stamps: { ...stampsSandbox, ...(albums && { albums }) } })
})
afterAll(() => world.close())

/** Calls an action with invalid input and returns the issues. The call must cost nothing. */
async function issues(path: string, body: Record<string, unknown>): Promise<string[]> {
  const before = await world.left()
  const answer = await world.post(path, { ...body, async: true })
  const { error } = (await answer.json()) as Result
  expect([answer.status, await world.left()]).toEqual([400, before])
  return (error?.issues ?? []).map(issue => `${issue.field} ${issue.code}`)
}

describe('a file is checked before anything is charged', () => {
  test.each([
    ['/kling/videos', 'start_image_url', 'bomb.png', 'too_many_pixels'],
    ['/kling/videos', 'start_image_url', 'cut.png', 'wrong_file'],
    ['/suno/upload', 'audio_url', 'long.mp3', 'too_long'],
    ['/suno/upload', 'audio_url', 'tag.mp3', 'wrong_file']
  ])('%s: %s %s is %s', async (path, field, file, code) => {
    expect(await issues(path, { [field]: `${world.stranger.url}/${file}` })).toEqual([
      `${field} ${code}`
    ])
  })
})

test(
  'an extended video keeps its model and aspect ratio, and costs the price of these',
  PATIENCE,
  async () => {
    const { followUps } = kling.actions.videos
    const [extend] = followUps
    const clip = await world.result('/kling/videos', {
      prompt: 'waves',
      model: 'kling-v3',
      aspect_ratio: '9:16',
      duration: 3
    })
    const more = followUpValues(extend, clip, {})
    expect(more).toMatchObject({ model: 'kling-v3', aspect_ratio: '9:16' })
    const { task_id } = await world.result('/kling/videos', { ...more, duration: 3 })
    expect((await world.task('kling', task_id)).request).toMatchObject({
      model: 'kling-v3',
      aspect_ratio: '9:16'
    })
  }
)

test(
  'a position after the end of a song is refused before payment, and one at its start is accepted',
  PATIENCE,
  async () => {
    const short = { custom: true, lyric: 'la', style: 'jazz', duration: 10 }
    const { data: [song] = [] } = await world.result('/suno/audios', short)
    const audio_id = song?.['id']
    const of = (action: string): Record<string, unknown> => ({ action, custom: true, audio_id })
    expect(await issues('/suno/audios', { ...of('extend'), continue_at: 500 })).toEqual([
      'continue_at too_large'
    ])
    const part = { ...of('replace_section'), replace_section_start: 100, replace_section_end: 200 }
    expect(await issues('/suno/audios', part)).toEqual([
      'replace_section_start too_large',
      'replace_section_end too_large'
    ])
    expect(
      await issues('/suno/audios', { ...of('samples'), samples_start: 1, samples_end: 11 })
    ).toEqual(['samples_end too_large'])
    const { data: [further] = [] } = await world.result('/suno/audios', {
      ...of('extend'),
      continue_at: 0
    })
    const joined = await world.result('/suno/audios', {
      action: 'concat',
      audio_id: further?.['id']
    })
    expect(joined.data?.[0]?.['duration']).toBeCloseTo(Number(further?.['duration']), 0)
  }
)

test(
  'a song that is longer than the sandbox can play gets a warning, and one too long for a video an issue',
  PATIENCE,
  async () => {
    const asked = { prompt: '[sandbox:silent] x', duration: 360, async: true }
    expect((await world.result('/suno/audios', asked)).warnings).toEqual(['duration'])
    expect(
      (await world.result('/suno/audios', { ...asked, duration: 120 })).warnings
    ).toBeUndefined()
    const up = await world.result('/suno/upload', { audio_url: `${world.stranger.url}/short.mp3` })
    const { audio_id } = up.data as unknown as Record<string, unknown>
    const { db } = world.studio.context.database
    const { response } = await db
      .selectFrom('run')
      .select('response')
      .where('id', '=', up.task_id)
      .executeTakeFirstOrThrow()
    const longer = String(response).replace(/"duration":[\d.]+/, '"duration":601')
    await db.updateTable('run').set({ response: longer }).where('id', '=', up.task_id).execute()
    expect(await issues('/suno/mp4', { audio_id })).toEqual(['audio_id too_long'])
  }
)

test('a task stops its work at its deadline', PATIENCE, async () => {
  const { task_id } = await world.result('/postage-stamps/albums', { prompt: 'x', async: true })
  await expect.poll(async () => (await world.task('postage-stamps', task_id)).state).toBe('running')
  world.studio.context.clock.advance(60_000)
  expect((await world.ended('postage-stamps', task_id)).state).toBe('failed')
  await expect.poll(() => stopped).toEqual(['canceled'])
})

test('a file that grew after its check is refused over the field’s limit', PATIENCE, async () => {
  const growing = { '/grows.png': Buffer.concat([bomb]) }
  growing['/grows.png'].writeUInt32BE(16, 16)
  growing['/grows.png'].writeUInt32BE(16, 20)
  const other = await openMediaWorld(growing)
  const body = {
    prompt: '[sandbox:delay=700] x',
    image_urls: [`${other.stranger.url}/grows.png`],
    async: true
  }
  const { task_id } = await other.result('/postage-stamps/sheets', body)
  growing['/grows.png'] = Buffer.concat([bomb, Buffer.alloc(2000)])
  expect(await other.ended('postage-stamps', task_id)).toMatchObject({
    state: 'failed',
    response: { error: { code: 'content_too_large' } }
  })
  await other.close()
})
