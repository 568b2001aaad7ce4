import { expect, test } from 'vitest'
import { findService } from '#catalog/index.ts'
import {
  closedFollowUps,
  followUpNameKey,
  followUpValues,
  isFollowUpPossible,
  taskOutputs
} from '#core/output.ts'

test.each([
  [{ success: true, image_url: 'a' }, '', [{ success: true, image_url: 'a' }]],
  [
    { data: [{ image_url: 'a' }, null, { image_url: 'b' }] },
    'image_url',
    [{ image_url: 'a' }, { image_url: 'b' }]
  ],
  [{ data: { video_url: 'a' } }, 'video_url', [{ video_url: 'a' }]],
  [
    { id: 1, texts: ['a', 'b'] },
    'texts',
    [
      { id: 1, texts: 'a', index: 0 },
      { id: 1, texts: 'b', index: 1 }
    ]
  ],
  [{ success: false, texts: ['a'] }, 'texts', []],
  [undefined, 'texts', []]
])('outputs of %j with the shown field %s', (response, shown, outputs) => {
  expect(taskOutputs(response, shown)).toEqual(outputs)
})

test('a result may list its own possible follow-ups', () => {
  const followUp = {
    id: 'larger',
    action: 'images',
    set: {},
    when: { field: 'actions', has: 'larger' }
  }
  expect(isFollowUpPossible(followUp, { actions: ['other', 'larger'] }, {})).toBe(true)
  expect(isFollowUpPossible(followUp, { actions: ['other'] }, {})).toBe(false)
  expect(isFollowUpPossible(followUp, { actions: 'larger' }, {})).toBe(false)
  expect(isFollowUpPossible(followUp, {}, {})).toBe(false)
})

test('a follow-up fills in what the output has, and clears the fields that it sets to an empty text', () => {
  const set = { prompt: '', image_url: '$image_url', size: '$request.size', seed: '$seed' }
  const followUp = { id: 'edit', action: 'images', set }
  expect(
    followUpValues(followUp, { image_url: 'a', seed: null }, { size: '1:1', prompt: 'x' })
  ).toEqual({
    prompt: '',
    image_url: 'a',
    size: '1:1'
  })
})

test('a follow-up that repeats a run has all values of its request, except those that it clears', () => {
  const followUp = { id: 'variation', action: 'images', set: { seed: '' }, repeats: true } as const
  const request = { prompt: 'x', size: '1:1', seed: 7 }
  expect(followUpValues(followUp, { image_url: 'a', seed: 7 }, request)).toEqual({
    prompt: 'x',
    size: '1:1',
    seed: ''
  })
})

test('services share the names of common follow-ups', () => {
  const keys = ['upscale', 'restyle'].map(id => followUpNameKey({ id: 'qrart' }, { id }))
  expect(keys).toEqual(['field.follow.upscale', 'qrart.follow.restyle'])
})

test('follow-ups into tools that a site does not offer are closed', () => {
  const flux = findService('flux') ?? expect.fail('no flux')
  expect(closedFollowUps(flux, other => other !== 'kling')).toEqual({ images: ['animate'] })
})
