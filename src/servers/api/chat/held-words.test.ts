import { expect, test } from 'vitest'
import { bufferAnswerEvents } from '#servers/api/chat/held-words.ts'
import type { EventData } from '#servers/runs/event-rows.ts'

/** Appends events to a writer that holds them, and ends it. @returns the events that it wrote */
async function written(...events: EventData[]): Promise<EventData[]> {
  const seen: EventData[] = []
  const writer = bufferAnswerEvents({
    append: data => void seen.push(data),
    gather: async () => undefined,
    release: () => undefined,
    end: async () => () => undefined,
    close: () => undefined
  })
  events.forEach(event => writer.append(event))
  expect(seen).toEqual([])
  await writer.gather()
  return seen
}

const start = { type: 'start', id: 'c', delta_answer: '' }
const says = (delta_answer: string) => ({ type: 'text_delta', id: 'c', delta_answer })
const thinks = (delta_reasoning: string) => ({ ...says(''), delta_reasoning })
const calls = (id: string, args: string) => ({
  ...says(''),
  delta_call: { id, name: 'weather', arguments: args }
})

test('words of one kind become one event, and kinds keep their order', async () => {
  const events = [start, thinks('a'), thinks('b'), says('c'), says('d'), thinks('e')]
  expect(await written(...events)).toEqual([start, thinks('ab'), says('cd'), thinks('e')])
})

test('the arguments of each tool call are joined', async () => {
  const events = [says('x'), calls('1', ''), calls('1', '{'), calls('1', '}'), calls('2', '{}')]
  expect(await written(...events)).toEqual([says('x'), calls('1', '{}'), calls('2', '{}')])
})
