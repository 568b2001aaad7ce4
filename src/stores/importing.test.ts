import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ImportedConversation } from '#client/conversation-copies.ts'
import { importConversations, findImportGroup } from '#stores/importing.ts'
import {
  beginChat,
  endChat,
  offline,
  refusal,
  type ChatWorld
} from '../../tests/support/chat-world.ts'

let world: ChatWorld
let done: number[]
let over: boolean

beforeEach(() => {
  world = beginChat()
  done = []
  over = false
})
afterEach(endChat)

const named = (title: string): ImportedConversation => ({ title, model: '', messages: [] })
const kept = (id: string) => (): Response =>
  Response.json({ id, model: 'grok-4', title: id, created_at: 0, updated_at: 0 })

function bring(...titles: string[]): ReturnType<typeof importConversations> {
  const options = {
    group: 'chatgpt',
    key: 'k',
    onProgress: (count: number) => void done.push(count),
    isOver: () => over
  } as const
  return importConversations(titles.map(named), options)
}

test('sends each conversation once with its own key and continues after a refused one', async () => {
  world.answers.push(kept('a'), refusal('bad_request'), kept('c'))
  const { kept: found, refused, stopped } = await bring('A', 'B', 'C')
  expect([found.map(({ id }) => id), refused.map(({ title }) => title), stopped]).toEqual([
    ['a', 'c'],
    ['B'],
    null
  ])
  expect(done).toEqual([1, 2, 3])
  expect(
    world.sent.map(({ body, headers }) => [
      body['action'],
      body['title'],
      headers['idempotency-key']
    ])
  ).toEqual([
    ['import', 'A', 'k-0'],
    ['import', 'B', 'k-1'],
    ['import', 'C', 'k-2']
  ])
})

test('stops when the network fails, and a second import reuses the keys', async () => {
  world.answers.push(kept('a'), offline)
  expect(await bring('A', 'B')).toMatchObject({
    kept: [{ id: 'a' }],
    refused: [],
    stopped: { detail: 'offline' }
  })
  world.answers.push(kept('a'), kept('b'))
  expect((await bring('A', 'B')).kept).toHaveLength(2)
  expect(world.sent.map(({ headers }) => headers['idempotency-key'])).toEqual([
    'k-0',
    'k-1',
    'k-0',
    'k-1'
  ])
})

test('stops when the dialog is closed', async () => {
  over = true
  expect((await bring('A')).kept).toEqual([])
  expect(world.sent).toEqual([])
})

test('a conversation goes to its model’s group, or if unknown to the open group', async () => {
  world.answers.push(() => Response.json({ items: [{ name: 'grok-4', group: 'grok' }] }))
  expect(await findImportGroup({ model: 'grok-4' }, 'chatgpt')).toBe('grok')
  expect(await findImportGroup({ model: 'grok-4' }, 'chatgpt')).toBe('chatgpt')
})
