import { expect, test } from 'vitest'
import type { HubRequest } from '#client/hub.ts'
import { chatStrings } from '#sections/shared/chat-strings.ts'

const strings = {
  'chat.list.guest': 'Sign in to keep your chats.',
  'chat.list.rename': 'Rename',
  'chat.share.title': 'Share chat',
  'chat.turn.copy': 'Copy',
  'issue.payment_held': 'Don’t pay again.',
  'issue.guest': 'Sign in.'
}

test('a chat of a guest leaves out the strings of dialogs that a guest cannot open', () => {
  const hub = { locale: 'en' as const, session: null, strings: () => strings }
  const expected = ['chat.list.guest', 'chat.turn.copy', 'issue.guest']
  expect(Object.keys(chatStrings(hub))).toEqual(expected)
  expect(chatStrings(hub)).toBe(chatStrings(hub))
})

test('a chat of a user has the strings of its own group, and those it shares with tools', () => {
  const field = { 'field.view.hint': 'Press Esc.', 'field.form.generate': 'Generate' }
  const hub = {
    locale: 'en' as const,
    session: {} as HubRequest['session'],
    strings: (...groups: string[]) => (groups.includes('field') ? field : strings)
  }
  expect(Object.keys(chatStrings(hub))).toEqual([...Object.keys(strings), 'field.view.hint'])
})
