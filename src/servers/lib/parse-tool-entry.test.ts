import { describe, expect, test } from 'vitest'
import { parseModelFile } from '#servers/lib/parse-model-file.ts'

const TODAY = '2026-11-29'
const parse = (value: unknown) =>
  parseModelFile(JSON.stringify(value, null, 1), { providers: {}, chatModels: {} }, TODAY)
const mistakes = (value: unknown): string[] =>
  parse(value).problems.map(({ line, field, code }) => `${line} ${field} ${code}`)

test('a file sets the prices and replaces the models of tools, beside chat models', () => {
  const { changes, tools, problems, pricedTools } = parse({
    'gpt-6-sol': { enabled: false },
    '/flux': {
      price_percent: 120,
      retired_models: {
        'flux-pro': 'flux-2-pro',
        'flux-dev': { becomes: 'flux-3', until: '2026-12-24' }
      }
    },
    '/kling': { price_percent: 80, below_cost: true },
    '/veo': { retired_models: {}, price_percent: null }
  })
  expect([problems, [...changes.keys()]]).toEqual([[], ['gpt-6-sol']])
  expect(Object.fromEntries(tools)).toEqual({
    flux: {
      price_percent: 120,
      retired_models: {
        'flux-pro': { becomes: 'flux-2-pro', until: TODAY },
        'flux-dev': { becomes: 'flux-3', until: '2026-12-24' }
      }
    },
    kling: { price_percent: 80 },
    veo: { retired_models: {} }
  })
  expect(pricedTools).toEqual(['flux'])
})

describe('a file with mistakes', () => {
  test('names the line of each wrong field of a tool, and is not applied', () => {
    const file = {
      '/flux': { price_percent: 9, colour: 'red' },
      '/kling': { price_percent: 1001, title: 'Kling' },
      '/veo': { price_percent: 99.5 },
      '/suno': { retired_models: { nothing: 'chirp-v5' } },
      '/luma': 3,
      '/chat': { price_percent: 120 },
      '/nobody': {},
      '/': {}
    }
    expect(mistakes(file)).toEqual([
      '3 /flux.price_percent invalid',
      '4 /flux.colour unknown',
      '7 /kling.price_percent invalid',
      '8 /kling.title unknown',
      '11 /veo.price_percent invalid',
      '15 /suno.retired_models.nothing cannot_replace',
      '18 /luma invalid',
      '19 /chat unknown',
      '22 /nobody unknown',
      '23 / unknown'
    ])
    expect(parse(file).tools.size).toBe(0)
  })

  test('refuses a model that is replaced by one that cannot do its work, or that is replaced', () => {
    const retired_models = {
      'flux-kontext-pro': 'flux-dev',
      'flux-dev': 'flux-pro',
      'flux-pro': 'flux-3'
    }
    expect(mistakes({ '/flux': { retired_models } })).toEqual([
      '4 /flux.retired_models.flux-kontext-pro cannot_replace',
      '5 /flux.retired_models.flux-dev cannot_replace'
    ])
    const until = { 'flux-dev': { becomes: 'flux-3', until: '2026-02-30' } }
    expect(mistakes({ '/flux': { retired_models: until } })).toEqual([
      '4 /flux.retired_models.flux-dev.until invalid'
    ])
  })
})
