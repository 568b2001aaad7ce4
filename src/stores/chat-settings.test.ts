import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  beginChat,
  endChat,
  refusal,
  running,
  type ChatWorld
} from '../../tests/support/chat-world.ts'
import { clearChatSettings, restoreChatSettings, saveChatSettings } from '#stores/chat-settings.ts'
import { readDraft, saveDraft } from '#stores/drafts.ts'
import { currentThread, openThread } from '#stores/thread.ts'

const NEW = 'new:chatgpt'
const PLAIN = { preset: '', temperature: null }
const BRIEF = { preset: 'Be brief.', temperature: 0.3 }

let chat: ChatWorld
beforeEach(() => {
  chat = beginChat()
})
afterEach(endChat)

test('saves the settings of a new conversation with its draft and restores them', async () => {
  await saveChatSettings(NEW, 'gpt-5-all', BRIEF)
  expect(currentThread()).toMatchObject(BRIEF)
  openThread(null)
  expect(currentThread()).toMatchObject(PLAIN)
  restoreChatSettings(NEW)
  expect(currentThread()).toMatchObject(BRIEF)
  expect(chat.sent).toEqual([])
  clearChatSettings(NEW)
  expect(readDraft(`settings:${NEW}`)).toBe('')
})

test('changes the settings of an existing conversation only if the server accepts them', async () => {
  openThread(running)
  chat.answers = [refusal('busy'), () => Response.json(running)]
  await expect(saveChatSettings('c1', 'gpt-5-all', BRIEF)).rejects.toMatchObject({
    code: 'busy'
  })
  expect(currentThread()).toMatchObject(PLAIN)
  await saveChatSettings('c1', 'gpt-5-all', BRIEF)
  expect(chat.sent.at(-1)?.body).toEqual({
    action: 'update',
    id: 'c1',
    model: 'gpt-5-all',
    ...BRIEF
  })
  expect(currentThread()).toMatchObject(BRIEF)
})

test.each(['not json', '[]', '{"preset":1,"temperature":3}'])(
  'ignores %s as saved settings',
  saved => {
    saveDraft(`settings:${NEW}`, saved)
    restoreChatSettings(NEW)
    expect(currentThread()).toMatchObject(PLAIN)
  }
)
