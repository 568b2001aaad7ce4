import { expect, test } from 'vitest'
import type { ChatQuestion, Json } from '#core/provider.ts'
import { textBeforeStop, chooseTool, formAnswer, sampleValue } from '#sandbox/tools.ts'

const tools = ['first', 'second'].map(name => ({ name, parameters: {} }))
const question: ChatQuestion = {
  model: 'm',
  turns: [{ role: 'user', content: 'Hi' }],
  maxOutput: 9,
  temperature: null,
  tools
}
const called = (more: Partial<ChatQuestion>, steered: string | null = null): string | undefined =>
  chooseTool({ ...question, ...more }, steered)?.name

test('a tool is called if the choice requires it or the question names it', () => {
  expect(called({})).toBeUndefined()
  expect(called({}, '')).toBe('first')
  expect(called({}, 'second')).toBe('second')
  expect(called({}, 'third')).toBeUndefined()
  expect(called({ toolChoice: 'required' })).toBe('first')
  expect(called({ toolChoice: { name: 'second' } })).toBe('second')
  expect(called({ toolChoice: 'none' }, '')).toBeUndefined()
})

test('no tool is called after one has answered', () => {
  const turns: ChatQuestion['turns'] = [
    ...question.turns,
    { role: 'tool', content: 'Sun', callId: 'c' }
  ]
  expect(called({ turns, toolChoice: 'required' }, '')).toBeUndefined()
})

test('a sample fits its schema, even a schema that refers to itself', () => {
  const schema: Record<string, Json> = {
    type: 'object',
    properties: {
      city: { type: 'string' },
      unit: { enum: ['C', 'F'] },
      days: { type: 'integer', minimum: 2 },
      dry: { type: 'boolean' },
      hours: { type: 'array', items: { type: ['number', 'null'] } },
      more: { anyOf: [{ const: 'x' }, { type: 'null' }] },
      self: { $ref: '#' }
    }
  }
  expect(sampleValue(schema, 'Faro')).toEqual({
    city: 'Faro',
    unit: 'C',
    days: 2,
    dry: true,
    hours: [1],
    more: 'x',
    self: {}
  })
})

test('an answer has the requested format and ends before a stop word', () => {
  const formed = (format: Record<string, string | object>): string | null =>
    formAnswer({ ...question, settings: { response_format: format as never } }, 'Faro')
  expect(formed({ type: 'text' })).toBeNull()
  expect(JSON.parse(formed({ type: 'json_object' }) ?? '')).toMatchObject({ answer: 'Faro' })
  expect(formed({ type: 'json_schema', json_schema: { schema: { type: 'string' } } })).toBe(
    '"Faro"'
  )
  expect(textBeforeStop({ ...question, settings: { stop: ['x', 'END'] } }, 'one END two')).toBe(
    'one '
  )
  expect(textBeforeStop({ ...question, settings: { stop: [''] } }, 'one')).toBe('one')
  expect(textBeforeStop(question, 'one END two')).toBe('one END two')
})
