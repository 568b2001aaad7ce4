import { expect, test } from 'vitest'
import { isFollowUpPossible, taskOutputs, followUpValues } from '#core/output.ts'

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
