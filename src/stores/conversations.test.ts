import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeServers, plan, refusal, type Sent } from '../../tests/support/hub-fakes.ts'
import { attachmentsKey } from '#stores/attachments.ts'
import type { Conversation } from '#contract/conversation.ts'
import {
  discardConversation,
  pinConversation,
  renameConversation,
  restoreConversation
} from '#stores/conversation-changes.ts'
import { searchHistory } from '#stores/conversation-search.ts'
import { $conversations, $searchResults, openConversations } from '#stores/conversations.ts'
import { readDraft, saveDraft } from '#stores/drafts.ts'
import { loadConversations } from '#stores/more-conversations.ts'
import { resetAll } from '#stores/persisted.ts'
import { $thread, currentThread, openThread } from '#stores/thread.ts'

const CALL = 'POST /aichat/conversations'

const conversation = (id: string, title = id, updated_at = 1): Conversation => ({
  id,
  model: 'm',
  title,
  created_at: 1,
  updated_at
})
const many = (from: number, count: number): Conversation[] =>
  Array.from({ length: count }, (_, index) =>
    conversation(`c${from + index}`, 'T', 1000 - from - index)
  )
const ids = (): string[] | undefined => $conversations.get()?.items.map(({ id }) => id)

/** Servers that leave conversation requests pending until the test settles them. */
function slow(): { sent: Sent[]; settle: ((response: Response) => void)[] } {
  const settle: ((response: Response) => void)[] = []
  const { sent } = fakeServers({
    'GET /api/v1/applications/': () => Response.json({ items: [plan('g')], count: 1 }),
    [CALL]: () => new Promise<Response>(resolve => settle.push(resolve))
  })
  return { sent, settle }
}
const calls = (settle: unknown[], count: number): Promise<void> =>
  vi.waitFor(() => expect(settle).toHaveLength(count))

const serve = (answer: (sent: Sent) => Response): Sent[] =>
  fakeServers({
    'GET /api/v1/applications/': () => Response.json({ items: [plan('g')], count: 1 }),
    [CALL]: answer
  }).sent

beforeEach(() => {
  vi.spyOn(location, 'assign').mockImplementation(() => undefined)
})
afterEach(resetAll)

describe('the next page of the list', () => {
  test('is not requested when the session has ended, and the list is emptied', async () => {
    openConversations(many(0, 40))
    const { sent } = fakeServers({ 'POST /auth/session': () => refusal('invalid_token') })
    await loadConversations('chatgpt')
    expect($conversations.get()).toEqual({ items: [], rest: 'failed' })
    expect(sent.map(({ call }) => call)).toEqual(['POST /auth/session'])
    expect(location.assign).not.toHaveBeenCalled()
  })

  test('keeps the list when loading fails for another reason', async () => {
    openConversations(many(0, 40))
    fakeServers({ [CALL]: () => refusal('busy') })
    await loadConversations('chatgpt')
    expect([ids()?.length, $conversations.get()?.rest]).toEqual([40, 'failed'])
  })

  test.each([
    ['signing out', resetAll, null],
    ['another list was begun', () => openConversations([conversation('x')]), ['x']]
  ])('is not shown after %s', async (_, reset, left) => {
    openConversations(many(0, 40))
    const { settle } = slow()
    const loading = loadConversations('chatgpt')
    await calls(settle, 1)
    reset()
    settle[0]?.(Response.json({ items: many(40, 3) }))
    await loading
    expect(ids() ?? null).toEqual(left)
  })
})

describe('renaming', () => {
  test('shows the new title in the list and in the open conversation', async () => {
    openConversations([conversation('a', 'A', 2), conversation('b', 'B', 1)])
    openThread(conversation('b', 'B'))
    const sent = serve(({ body }) =>
      Response.json({ ...conversation('b', String(body['title']), 3), messages: [] })
    )
    expect(await renameConversation('b', 'Better')).toBeNull()
    expect(sent.at(-1)?.body).toEqual({ action: 'update', id: 'b', title: 'Better' })
    expect($conversations.get()?.items).toEqual([
      conversation('b', 'Better', 3),
      conversation('a', 'A', 2)
    ])
    expect(currentThread().title).toBe('Better')
  })

  test('a failed rename returns the failure and changes nothing', async () => {
    openConversations([conversation('a', 'A')])
    serve(() => refusal('busy'))
    expect(await renameConversation('a', 'B')).toMatchObject({ code: 'busy' })
    expect($conversations.get()?.items).toEqual([conversation('a', 'A')])
  })

  test('the last rename wins, whichever response arrives last', async () => {
    openConversations([conversation('a', 'A')])
    const { settle } = slow()
    const first = renameConversation('a', 'One')
    const second = renameConversation('a', 'Two')
    await calls(settle, 2)
    settle[1]?.(Response.json(conversation('a', 'Two')))
    await second
    settle[0]?.(Response.json(conversation('a', 'One')))
    await first
    expect($conversations.get()?.items).toEqual([conversation('a', 'Two')])
  })
})

describe('deleting', () => {
  test.each([
    ['here', () => Response.json({ id: 'a', success: true })],
    ['elsewhere already', () => refusal('not_found')]
  ])('a conversation deleted %s disappears with its draft and is closed', async (_, answer) => {
    openConversations([conversation('a'), conversation('b')])
    openThread(conversation('a', 'A'))
    saveDraft('a', 'half a thought')
    const sent = serve(answer)
    expect(await discardConversation('a')).toBeNull()
    expect(sent.at(-1)?.body).toEqual({ action: 'delete', id: 'a' })
    expect([ids(), currentThread().id, readDraft('a')]).toEqual([['b'], null, ''])
  })

  test('late responses do not bring a deleted conversation back', async () => {
    openConversations(many(0, 40))
    const { settle } = slow()
    const page = loadConversations('chatgpt')
    const naming = renameConversation('c1', 'Late')
    const deleting = discardConversation('c1')
    await calls(settle, 3)
    const answer = (action: string, response: Response): void => {
      const index = ['retrieve_batch', 'update', 'delete'].indexOf(action)
      settle[index]?.(response)
    }
    answer('delete', Response.json({ id: 'c1', success: true }))
    await deleting
    answer('retrieve_batch', Response.json({ items: [conversation('c1')] }))
    answer('update', Response.json(conversation('c1', 'Late')))
    await Promise.all([page, naming])
    expect(ids()).toHaveLength(39)
    expect(ids()).not.toContain('c1')
  })

  test('a conversation that the server does not delete stays, and the failure is returned', async () => {
    openConversations([conversation('a')])
    serve(() => refusal('too_many_requests'))
    expect(await discardConversation('a')).toMatchObject({ code: 'too_many_requests' })
    expect(ids()).toEqual(['a'])
  })
})

describe('restoring', () => {
  test('returns the conversation to its place with its unsent text and files', async () => {
    openConversations([
      conversation('a', 'A', 3),
      conversation('b', 'B', 2),
      conversation('c', 'C', 1)
    ])
    const unsent = (): string[] => [readDraft('b'), readDraft(attachmentsKey('b'))]
    saveDraft('b', 'unsent')
    saveDraft(attachmentsKey('b'), '[]')
    serve(() => Response.json({ id: 'b', success: true }))
    await discardConversation('b')
    expect(unsent()).toEqual(['', ''])
    fakeServers({
      'GET /api/v1/applications/': () => Response.json({ items: [plan('g')], count: 1 }),
      [`${CALL}/b/restore`]: () => Response.json(conversation('b', 'B', 2))
    })
    expect(await restoreConversation('b')).toBeNull()
    expect(ids()).toEqual(['a', 'b', 'c'])
    expect(unsent()).toEqual(['unsent', '[]'])
  })

  test('does not list a conversation whose page of the list has not been loaded', async () => {
    openConversations(many(0, 40))
    fakeServers({
      'GET /api/v1/applications/': () => Response.json({ items: [plan('g')], count: 1 }),
      [`${CALL}/old/restore`]: () => Response.json(conversation('old', 'Old', 1))
    })
    await restoreConversation('old')
    expect(ids()).toHaveLength(40)
    expect(ids()).not.toContain('old')
  })
})

test('pins a conversation, and unpinning drops one that belongs to a later page', async () => {
  openConversations(many(0, 40))
  serve(({ body }) => Response.json({ ...conversation('old', 'Old', 1), pinned: body['pinned'] }))
  expect(await pinConversation('old', true)).toBeNull()
  expect($conversations.get()?.items.at(-1)).toMatchObject({ id: 'old', pinned: true })
  await pinConversation('old', false)
  expect(ids()).not.toContain('old')
})

describe('a search', () => {
  const t = (key: string): string => key
  const found = (): string[] | undefined => $searchResults.get()?.items.map(({ id }) => id)

  test('shows the results of the last input and skips the inputs in between', async () => {
    openConversations(many(0, 3))
    const { sent, settle } = slow()
    const searching = searchHistory('chatgpt', 'a', t)
    await calls(settle, 1)
    for (const words of ['ab', 'abc', 'abcd']) void searchHistory('chatgpt', words, t)
    settle[0]?.(Response.json({ items: [conversation('first')], count: 1 }))
    await calls(settle, 2)
    settle[1]?.(Response.json({ items: [conversation('last')], count: 1 }))
    await searching
    expect(found()).toEqual(['last'])
    expect(sent.flatMap(({ body }) => body['search'] ?? [])).toEqual(['a', 'abcd'])
    await searchHistory('chatgpt', ' ', t)
    expect($searchResults.get()).toBeNull()
  })

  test('a cleared search shows no results, and a failed one says so', async () => {
    openConversations(many(0, 3))
    const { settle } = slow()
    const searching = searchHistory('chatgpt', 'a', t)
    await calls(settle, 1)
    void searchHistory('chatgpt', '', t)
    settle[0]?.(Response.json({ items: [conversation('first')], count: 1 }))
    await searching
    expect($searchResults.get()).toBeNull()
    serve(() => refusal('busy'))
    await searchHistory('chatgpt', 'b', t)
    expect($searchResults.get()).toEqual({ search: 'b', items: [], said: 'chat.found.failed' })
  })

  test('renaming and deleting update the search results', async () => {
    openConversations([])
    const place = { text: 'A', start: 0, end: 1 }
    const items = [{ ...conversation('a', 'A'), found: place }, conversation('b', 'B')]
    openConversations([], { search: 'a', items, said: '' })
    serve(() => Response.json(conversation('a', 'New')))
    await renameConversation('a', 'New')
    expect($searchResults.get()?.items).toEqual([conversation('a', 'New'), conversation('b', 'B')])
    serve(() => Response.json({ id: 'b', success: true }))
    await discardConversation('b')
    expect(found()).toEqual(['a'])
  })
})

test('a response after signing out restores neither list nor thread', async () => {
  openConversations([conversation('a', 'A')])
  openThread(conversation('a', 'A'))
  const { settle } = slow()
  const naming = renameConversation('a', 'Secret')
  await calls(settle, 1)
  resetAll()
  settle[0]?.(Response.json(conversation('a', 'Secret')))
  await naming
  expect([$conversations.get(), $thread.get()]).toEqual([null, null])
})
