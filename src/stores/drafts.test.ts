import { afterEach, expect, test, vi } from 'vitest'
import { $drafts, draftKey, readDraft, saveDraft, settleDraft } from '#stores/drafts.ts'
import { resetAll } from '#stores/persisted.ts'

afterEach(resetAll)

test('a text is kept under its conversation, or under the group of the next one', () => {
  saveDraft(draftKey('chatgpt', null), 'new')
  saveDraft(draftKey('chatgpt', 'c1'), 'old')
  expect([readDraft('new:chatgpt'), readDraft('c1'), readDraft('c2')]).toEqual(['new', 'old', ''])
})

test('it survives a reload', async () => {
  saveDraft('new:grok', 'half a thought')
  vi.resetModules()
  const { readDraft: readAgain } = await import('#stores/drafts.ts')
  expect(readAgain('new:grok')).toBe('half a thought')
})

test('it is gone once the server has the question', () => {
  saveDraft('new:chatgpt', ' question \n')
  settleDraft('new:chatgpt', 'c1', 'question')
  expect($drafts.get()).toEqual({})
  expect(localStorage.getItem('polymuse:drafts')).toBeNull()
})

test('what was typed since moves to the conversation that began', () => {
  saveDraft('new:chatgpt', 'the next thought')
  settleDraft('new:chatgpt', 'c1', 'question')
  expect($drafts.get()).toEqual({ c1: 'the next thought' })
})

test('what was typed since in the same conversation stays', () => {
  saveDraft('c1', 'the next thought')
  settleDraft('c1', 'c1', 'question')
  expect($drafts.get()).toEqual({ c1: 'the next thought' })
})

test('an empty text is none', () => {
  saveDraft('c1', 'text')
  saveDraft('c1', '')
  expect($drafts.get()).toEqual({})
})

test('the oldest give way to the newest, which is always kept', () => {
  for (let index = 0; index < 30; index++) saveDraft(`c${index}`, 'text')
  expect(Object.keys($drafts.get())).toHaveLength(20)
  expect(readDraft('c29')).toBe('text')
  saveDraft('long', 'x'.repeat(45_000))
  expect(Object.keys($drafts.get())).toEqual(['long'])
})
