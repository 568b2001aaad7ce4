import { describe, expect, test } from 'vitest'
import { flux } from '#catalog/flux/service.ts'
import { kling } from '#catalog/kling/service.ts'
import { suno } from '#catalog/suno/service.ts'
import { priceOf } from '#core/price.ts'
import type { Action } from '#core/service.ts'
import { checkBody } from '#core/warnings.ts'

const IMAGE = 'https://studio.example/files/a'
const read = (action: Action, given: Record<string, unknown>, known: string[] = []) =>
  checkBody(action.fields, action.limits ?? [], given, known)
const issues = (action: Action, given: Record<string, unknown>): string[] =>
  read(action, given).issues.map(({ field, code }) => `${field} ${code}`)

const { images } = flux.actions
const { videos } = kling.actions
const { audios } = suno.actions

describe('accepts the requests of the reference forms', () => {
  test.each([
    [
      'flux',
      images,
      {
        count: 1,
        action: 'generate',
        prompt: 'a cat',
        model: 'flux-dev',
        callback_url: 'https://x.example'
      }
    ],
    [
      'kling',
      videos,
      {
        prompt: 'a cat',
        model: 'kling-v1',
        aspect_ratio: '1:1',
        duration: 5,
        mode: 'std',
        cfg_scale: 0,
        negative_prompt: ''
      }
    ],
    ['suno', audios, { model: 'chirp-v4-5', prompt: 'a song' }]
  ])('of %s', (_, action, body) => {
    expect(read(action, body, ['callback_url'])).toMatchObject({ issues: [], warnings: [] })
  })
})

describe('values', () => {
  test('are completed with defaults and derived values', () => {
    expect(read(images, { prompt: 'a cat' }).values).toEqual({
      action: 'generate',
      prompt: 'a cat',
      model: 'flux-dev',
      size: '1:1',
      count: 1
    })
    expect(read(images, { prompt: 'a hat', image_url: IMAGE }).values).toMatchObject({
      action: 'edit',
      model: 'flux-kontext-pro',
      image_url: IMAGE
    })
    expect(read(videos, { start_image_url: IMAGE }).values).toMatchObject({
      action: 'image2video',
      duration: 5
    })
    expect(read(videos, { video_id: 'v', prompt: 'on' }).values).toMatchObject({ action: 'extend' })
  })

  test('treat empty text as missing, unwrap single entries, parse numbers and rename options', () => {
    const { values } = read(videos, {
      prompt: 'x',
      negative_prompt: '',
      start_image_url: [IMAGE],
      duration: '10'
    })
    expect(values).toMatchObject({ duration: 10, start_image_url: IMAGE })
    expect(values).not.toHaveProperty('negative_prompt')
    expect(read(images, { prompt: 'x', action: 'edits', image_url: IMAGE }).values['action']).toBe(
      'edit'
    )
  })

  test('treat blank text as missing and keep other spaces', () => {
    expect(read(audios, { prompt: ' a song ', custom: false, negative_tags: ' ' })).toMatchObject({
      issues: [],
      warnings: []
    })
    expect(read(audios, { prompt: ' a song ' }).values['prompt']).toBe(' a song ')
    expect(read(videos, { prompt: 'x', negative_prompt: ' \n' }).values).not.toHaveProperty(
      'negative_prompt'
    )
  })

  test('drop the id of an unneeded earlier result with a warning', () => {
    expect(read(audios, { prompt: 'x', audio_id: 'a', persona_id: 'b' })).toMatchObject({
      issues: [],
      warnings: ['audio_id', 'persona_id']
    })
    const voiced = read(audios, {
      prompt: 'x',
      action: 'artist_consistency',
      audio_id: 'a',
      persona_id: 'b'
    })
    expect([voiced.values['persona_id'], voiced.warnings]).toEqual(['b', ['audio_id']])
    expect(read(videos, { prompt: 'x', action: 'text2video', video_id: 'v' }).warnings).toEqual([
      'video_id'
    ])
  })

  test('drop fields that are unknown or do not apply, with a warning unless they have the default', () => {
    const checked = read(
      audios,
      { prompt: 'p', lyric: 'la', title: 'T', negative_tags: '', made_up: 1, callback_url: 'x' },
      ['callback_url']
    )
    expect(checked.warnings).toEqual(['made_up', 'lyric', 'title'])
    expect(checked.issues).toEqual([])
    expect(Object.keys(checked.values)).not.toContain('lyric')
    expect(read(images, { prompt: 'x', image_url: IMAGE, count: 1 }).warnings).toEqual([])
  })
})

test('an ended option gets its successor, and is listed', () => {
  const model = {
    type: 'choice',
    options: ['new'],
    renamed: { 'old:official': 'old' },
    retired: { old: { until: '2026-06-30', becomes: 'new' } },
    default: 'new'
  } as const
  const ended = [{ field: 'model', name: 'old', until: '2026-06-30', becomes: 'new' }]
  for (const [given, listed] of [
    ['old', ended],
    ['old:official', ended],
    ['new', []]
  ] as const)
    expect(checkBody({ model }, [], { model: given })).toEqual({
      values: { model: 'new' },
      issues: [],
      warnings: [],
      ended: listed
    })
})

describe('issues', () => {
  test.each([
    [images, {}, ['prompt required']],
    [images, { prompt: 'x', action: 'edit' }, ['image_url required']],
    [
      images,
      { prompt: 'x', model: 'flux-9', count: 9, size: 3 },
      ['model not_allowed', 'size not_allowed', 'count too_large']
    ],
    [images, { prompt: 'x', count: 1.5 }, ['count invalid']],
    [images, { prompt: 7, seed: 'abc' }, ['prompt wrong_type', 'seed wrong_type']],
    [images, { prompt: 'x'.repeat(2001) }, ['prompt too_long']],
    [images, { prompt: 'x', image_url: 'javascript:alert(1)' }, ['image_url invalid']],
    [images, { prompt: 'x', image_url: [IMAGE, IMAGE] }, ['image_url too_many']],
    [images, { prompt: 'x', image_url: IMAGE, model: 'flux-dev' }, ['model not_allowed']],
    [
      videos,
      { prompt: 'x', action: 'text2video', start_image_url: IMAGE },
      ['start_image_url not_together']
    ],
    [
      videos,
      { end_image_url: IMAGE, start_image_url: IMAGE, model: 'kling-v1', mode: 'std' },
      ['model not_allowed', 'mode not_allowed']
    ],
    [videos, { prompt: 'x', cfg_scale: -0.1 }, ['cfg_scale too_small']],
    [audios, { custom: true, action: 'extend' }, ['audio_id required']],
    [audios, { custom: true, model: 'chirp-v3-0', lyric: 'la '.repeat(1200) }, ['lyric too_long']],
    [audios, { custom: true, model: 'chirp-v3-0', title: '😀'.repeat(80), style: '900x900' }, []],
    [audios, { custom: true, model: 'chirp-v3-0', title: '😀'.repeat(81) }, ['title too_long']],
    [audios, { prompt: 'x', custom: 'yes' }, ['custom wrong_type']],
    [images, { prompt: ' \n\t\u2003' }, ['prompt required']]
  ])('of case %#', (action, given, expected) => {
    expect(issues(action, given as Record<string, unknown>)).toEqual(expected)
  })

  test('count code points instead of UTF-16 units, and treat names of object properties like any other name', () => {
    expect(issues(images, { prompt: '👩‍🚀'.repeat(600) })).toEqual([])
    expect(issues(images, { prompt: 'x', model: '__proto__', size: 'constructor' })).toEqual([
      'model not_allowed',
      'size not_allowed'
    ])
    expect(
      read(
        images,
        JSON.parse('{"prompt":"x","__proto__":{"model":"y"},"toString":"z"}') as Record<
          string,
          unknown
        >
      ).issues
    ).toEqual([])
  })
})

test('prices depend on the values, in whole micro-credits', () => {
  const price = (action: Action, given: Record<string, unknown>): number =>
    priceOf(action.price, read(action, given).values)
  expect(price(images, { prompt: 'x', count: 3 })).toBe(1_200_000)
  expect(price(images, { prompt: 'x', image_url: IMAGE })).toBe(650_000)
  expect([
    price(videos, { prompt: 'x' }),
    price(videos, { prompt: 'x', duration: 10, mode: 'pro' })
  ]).toEqual([3_600_000, 15_200_000])
  expect(() => priceOf([{ when: { field: 'a', is: 1 }, credits: 1 }], {})).toThrow(RangeError)
})
