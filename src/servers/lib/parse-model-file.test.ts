import { describe, expect, test } from 'vitest'
import { parseModelFile } from '#servers/lib/parse-model-file.ts'

const KNOWN = {
  providers: { ollama: { baseURL: 'http://127.0.0.1:11434/v1', apiKeys: [''] } },
  chatModels: {}
}
const parse = (text: string) => parseModelFile(text, KNOWN, '2026-11-29')
const mistakes = (value: unknown): string[] =>
  parse(JSON.stringify(value, null, 1)).problems.map(
    ({ line, field, code }) => `${line} ${field} ${code}`
  )
const route = { provider: 'ollama', model: 'llama3.2' }

test('a file adds, prices, retires and renames models', () => {
  const { changes, problems } = parse(
    JSON.stringify({
      'my-llama': { route, price: { input: 0, output: 10 }, cost: { input: 1, output: 2 } },
      'gpt-6-sol': { until: '2026-12-31', becomes: 'my-llama', is_temperature_supported: true },
      'grok-4.7': { label: 'Grok', max_output: 100 }
    })
  )
  expect(problems).toEqual([])
  expect(Object.fromEntries(changes)).toEqual({
    'my-llama': {
      route,
      price: { input: 0, output: 10_000 },
      cost: { input: 1000, output: 2000 }
    },
    'gpt-6-sol': { until: '2026-12-31', becomes: 'my-llama', isTemperatureSupported: true },
    'grok-4.7': { label: 'Grok', maxOutput: 100 }
  })
  expect(parse('{}')).toEqual({
    changes: new Map(),
    tools: new Map(),
    problems: [],
    priced: [],
    pricedTools: []
  })
})

describe('a file with mistakes', () => {
  test('names the line of each wrong field', () => {
    expect(
      mistakes({
        'gpt-6-sol': { price: { input: -1, output: 2 }, colour: 'red', until: '2026-13-01' },
        'gpt-6.1-sol': { becomes: 'nobody' },
        new: { label: 'No route' },
        other: { route: { provider: 'nobody', model: 'x' } },
        'grok-4.7': { since: '2026-02-01', until: '2026-01-01' }
      })
    ).toEqual([
      '4 gpt-6-sol.price.input invalid',
      '8 gpt-6-sol.until invalid',
      '7 gpt-6-sol.colour unknown',
      '11 gpt-6.1-sol.becomes unknown',
      '13 new.route required',
      '18 other.route.provider unknown',
      '24 grok-4.7.until invalid'
    ])
  })

  test('has lines by model, whatever name comes first in the text', () => {
    const { problems } = parse(
      '{\n"gpt-6-sol": {"fallback": "grok-4.7", "price": {"input": 1, "output": 1}},\n"grok-4.7": {\n"price": 1}}'
    )
    expect(problems).toEqual([{ line: 4, field: 'grok-4.7.price', code: 'invalid' }])
  })

  test('has a line for a word that is no JSON', () => {
    expect(parse('{\n"gpt-6-sol": {\n"price": free\n}\n}').problems).toEqual([
      { line: 3, field: '', code: 'not_json' }
    ])
  })

  test('cannot move a model of ours to another group, or make it its own fallback', () => {
    expect(
      mistakes({
        'gpt-6-sol': { group: 'grok' },
        'gpt-6-luna': { fallback: 'gpt-6-luna' },
        'gpt-5.4': { fallback: 'nobody' },
        'my-llama': { route, group: 'grok', fallback: 'gpt-6-sol' }
      })
    ).toEqual([
      '3 gpt-6-sol.group not_allowed',
      '6 gpt-6-luna.fallback circle',
      '9 gpt-5.4.fallback unknown'
    ])
  })

  test('is not applied if successors form a circle, which is reported', () => {
    const file = {
      'gpt-6-sol': { becomes: 'gpt-6.1-sol' },
      'gpt-6.1-sol': { becomes: 'gpt-6-sol' },
      'grok-4.7': { label: 'Grok' }
    }
    expect(mistakes(file)).toEqual(['3 gpt-6-sol.becomes circle', '6 gpt-6.1-sol.becomes circle'])
    expect(parse(JSON.stringify(file)).changes.size).toBe(0)
  })

  test.each([
    ['', 'not_json'],
    ['{"a": ', 'not_json'],
    ['<!doctype html>', 'not_json'],
    ['[]', 'not_object'],
    ['null', 'not_object'],
    ['"text"', 'not_object'],
    ['[['.repeat(50_000), 'not_json'],
    [`{"gpt-6-sol":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}`, 'unknown'],
    ['{"__proto__":{"enabled":false}}', 'invalid'],
    ['{"../../etc/passwd":{}}', 'invalid'],
    ['{"gpt-6-sol":{"__proto__":{"enabled":false}}}', 'unknown'],
    ['{"gpt-6-sol":null}', 'invalid'],
    ['{"gpt-6-sol":{"price":{"input":1e999,"output":1}}}', 'invalid'],
    [
      JSON.stringify(Object.fromEntries(Array.from({ length: 2001 }, (_, at) => [`m${at}`, {}]))),
      'too_large'
    ]
  ])('such as %.40s is %s', (text, code) => {
    expect(parse(text).problems[0]?.code).toBe(code)
    expect(({} as { enabled?: boolean }).enabled).toBeUndefined()
  })

  test('reports at most 50 of them', () => {
    const wrong = Array.from({ length: 200 }, (_, at) => [`m${at}`, { enabled: 1 }])
    expect(mistakes(Object.fromEntries(wrong))).toHaveLength(50)
  })
})
