import { describe, expect, test } from 'vitest'
import {
  comparableModels,
  comparisonInput,
  comparisonQuote,
  promptOnlyAction
} from '#core/comparable.ts'
import { defineService } from '#core/service.ts'

const painter = defineService({
  id: 'painter',
  path: 'painter',
  medium: 'image',
  place: 1,
  serviceId: 'p',
  actions: {
    upscale: {
      hidden: true,
      fields: { image_id: { type: 'id', required: true } },
      price: [{ credits: 1 }],
      outputs: 1,
      envelope: 'list',
      shows: { field: 'image_url', as: 'image' },
      deadline: 60,
      expected: 5
    },
    images: {
      fields: {
        prompt: { type: 'text', max: 20, required: true },
        model: { type: 'choice', options: ['small', 'large', 'edit'], default: 'small' },
        size: { type: 'choice', options: ['1:1', '2:3'], default: '1:1' },
        image_url: {
          type: 'file',
          accept: 'image',
          max: 1,
          bytes: 1000,
          required: { field: 'model', is: 'edit' }
        },
        quality: {
          type: 'choice',
          options: ['.5', '1'],
          default: '1',
          typed: { in: 'prompt', flags: ['quality'] }
        }
      },
      limits: [{ when: { field: 'model', is: 'large' }, field: 'size', options: ['2:3'] }],
      price: [
        { when: { field: 'model', is: 'large' }, credits: 4, times: ['quality'] },
        { credits: 2, times: ['quality'] }
      ],
      outputs: 1,
      envelope: 'list',
      shows: { field: 'image_url', as: 'image' },
      deadline: 60,
      expected: 5
    }
  }
})

/** A tool that works on a file. */
const cutter = {
  actions: {
    cut: {
      ...painter.actions.images,
      fields: {
        image_url: { type: 'file', accept: 'image', max: 1, bytes: 1000, required: true }
      }
    }
  }
} as const

describe('a model can be compared', () => {
  test('if its form needs nothing but a prompt', () => {
    expect(promptOnlyAction(painter)).toMatchObject({ verb: 'images', max: 20 })
    expect(comparableModels(painter)).toEqual(['small', 'large'])
    expect(promptOnlyAction(cutter)).toBeNull()
    expect(comparableModels(cutter)).toEqual([])
    expect(comparableModels({})).toEqual([])
  })

  test('without a choice of models, under an empty name', () => {
    const { prompt, size } = painter.actions.images.fields
    const images = { ...painter.actions.images, fields: { prompt, size }, limits: [] }
    expect(comparableModels({ actions: { images } })).toEqual([''])
  })
})

describe('an order', () => {
  test('has the model, the prompt, and defaults that suit the model', () => {
    expect(comparisonInput(painter, 'large', 'A fox')).toMatchObject({
      verb: 'images',
      values: { prompt: 'A fox', model: 'large', size: '2:3' },
      issues: []
    })
    expect(comparisonInput(cutter, '', 'A fox')).toBeNull()
  })

  test('says what is wrong with a prompt that its model does not take', () => {
    const long = comparisonInput(painter, 'small', 'A'.repeat(21))
    expect(long?.issues).toEqual([{ field: 'prompt', code: 'too_long' }])
  })
})

test('a price is that of the form, also before a prompt is typed', () => {
  const micro = (model: string, prompt: string) => comparisonQuote(painter, model, prompt)?.micro
  expect([micro('small', ''), micro('large', '')]).toEqual([2_000_000, 4_000_000])
  expect(micro('large', 'A fox --quality .5')).toBe(2_000_000)
  expect(comparisonQuote(cutter, '', '')).toBeNull()
})
