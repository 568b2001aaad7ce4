import { describe, expect, test } from 'vitest'
import { addStyle, applyPreset, presetSettings } from '#core/preset.ts'
import type { Action } from '#core/service.ts'

const action = (fields: Action['fields'], more: Partial<Action> = {}): Action => ({
  fields,
  price: [],
  outputs: 1,
  envelope: 'list',
  shows: { field: 'image_url', as: 'image' },
  deadline: 60,
  expected: 10,
  ...more
})

const prompt = { type: 'text', max: 100 } as const
const tool = {
  actions: {
    images: action(
      {
        prompt,
        negative: { type: 'text', max: 50 },
        model: {
          type: 'choice',
          options: ['new', 'fast'],
          default: 'fast',
          retired: { old: { until: '2026-01-01', becomes: 'new' } }
        },
        size: { type: 'choice', options: ['1:1', '16:9'], default: '1:1' },
        seed: { type: 'number', min: 0, max: 9 },
        image_url: { type: 'file', accept: 'image', max: 1, bytes: 9 },
        earlier: { type: 'id' }
      },
      { limits: [{ when: { field: 'model', is: 'fast' }, field: 'size', options: ['1:1'] }] }
    ),
    edit: action({ prompt }),
    upscale: action({ factor: { type: 'number', min: 1, max: 4 } }),
    secret: action({ prompt }, { hidden: true })
  }
}
const FILES = { image_url: 'https://a.b/c', earlier: 'x' }
const form = { verb: 'images', given: { images: { ...FILES, prompt: 'a fox', seed: 7 } } }
const EMPTY = { action: 'images', settings: {}, prompt: '', style: '' }

test('settings are saved without prompt, files and earlier results', () => {
  const given = { ...FILES, prompt: 'a fox', seed: 7, negative: '', size: '16:9' }
  expect(presetSettings(tool.actions.images, given)).toEqual({ seed: 7, size: '16:9' })
})

describe('a preset', () => {
  test('replaces all settings, and keeps the prompt and files', () => {
    const settings = { model: 'new', size: '16:9' }
    expect(applyPreset(tool, { ...EMPTY, settings }, form)).toEqual({
      verb: 'images',
      values: { ...FILES, prompt: 'a fox', ...settings },
      left: [],
      replaced: []
    })
  })

  test('replaces the prompt if it has one', () => {
    const { values } = applyPreset(tool, { ...EMPTY, prompt: 'a boat', style: 'in oil' }, form)
    expect(values['prompt']).toBe('a boat, in oil')
  })

  test('without settings changes the prompt of the open form alone', () => {
    const style = { ...EMPTY, action: 'edit', settings: null, style: 'in oil' }
    expect(applyPreset(tool, style, form)).toMatchObject({
      verb: 'images',
      values: { ...FILES, prompt: 'a fox, in oil', seed: 7 }
    })
    const other = { verb: 'upscale', given: { upscale: { factor: 2 } } }
    expect(applyPreset(tool, style, other).values).toEqual({ factor: 2 })
  })

  test('names settings that the tool no longer takes, and those with a successor', () => {
    const settings = { gone: 1, image_url: 'x', seed: 99, model: 'old', negative: 'blur' }
    expect(applyPreset(tool, { ...EMPTY, settings }, form)).toEqual({
      verb: 'images',
      values: { ...FILES, prompt: 'a fox', model: 'new', negative: 'blur' },
      left: ['gone', 'image_url', 'seed'],
      replaced: ['model']
    })
  })

  test('settles choices that no longer go together', () => {
    const settings = { model: 'fast', size: '16:9' }
    const filled = applyPreset(tool, { ...EMPTY, settings }, form)
    expect(filled.values['size']).not.toBe('16:9')
    expect([...filled.left, ...filled.replaced]).toEqual(['size'])
  })

  test('of an action that is gone or hidden fills the open form with its prompt', () => {
    for (const gone of ['nothing', 'secret']) {
      const preset = { action: gone, settings: { size: '1:1' }, prompt: 'a boat', style: '' }
      expect(applyPreset(tool, preset, form)).toEqual({
        verb: 'images',
        values: { ...FILES, prompt: 'a boat', seed: 7 },
        left: ['size'],
        replaced: []
      })
    }
  })

  test('opens the form of its action', () => {
    const preset = { ...EMPTY, action: 'upscale', settings: { factor: 3 } }
    expect(applyPreset(tool, preset, form)).toMatchObject({
      verb: 'upscale',
      values: { factor: 3 }
    })
  })
})

test.each([
  ['', 'in oil', 'in oil'],
  ['a fox', 'in oil', 'a fox, in oil'],
  ['a fox, ', 'in oil', 'a fox, in oil'],
  ['a fox, In Oil', 'in oil', 'a fox, In Oil'],
  ['a fox', '', 'a fox']
])('the style of “%s” and “%s” is added once', (text, style, result) => {
  expect(addStyle(text, style)).toBe(result)
})
