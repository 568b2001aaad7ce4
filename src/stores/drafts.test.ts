import { afterEach, expect, test, vi } from 'vitest'
import { $drafts, draftKey, readDraft, saveDraft, settleDraft } from '#stores/drafts.ts'
import { resetAll } from '#stores/persisted.ts'

afterEach(resetAll)

test('a draft belongs to its conversation, or to the group of a new conversation', () => {
  saveDraft(draftKey('chatgpt', null), 'new')
  saveDraft(draftKey('chatgpt', 'c1'), 'old')
  expect([readDraft('new:chatgpt'), readDraft('c1'), readDraft('c2')]).toEqual(['new', 'old', ''])
})

test('restores a draft after a reload', async () => {
  saveDraft('new:grok', 'half a thought')
  vi.resetModules()
  const { readDraft: readAgain } = await import('#stores/drafts.ts')
  expect(readAgain('new:grok')).toBe('half a thought')
})

test('removes a draft once the server has the question', () => {
  saveDraft('new:chatgpt', ' question \n')
  settleDraft('new:chatgpt', 'c1', 'question')
  expect($drafts.get()).toEqual({})
  expect(localStorage.getItem('polymuse:drafts')).toBeNull()
})

test('text typed after sending moves to the new conversation', () => {
  saveDraft('new:chatgpt', 'the next thought')
  settleDraft('new:chatgpt', 'c1', 'question')
  expect($drafts.get()).toEqual({ c1: 'the next thought' })
})

test('text typed after sending stays in the same conversation', () => {
  saveDraft('c1', 'the next thought')
  settleDraft('c1', 'c1', 'question')
  expect($drafts.get()).toEqual({ c1: 'the next thought' })
})

test('an empty text removes the draft', () => {
  saveDraft('c1', 'text')
  saveDraft('c1', '')
  expect($drafts.get()).toEqual({})
})

test('drops the oldest drafts and always keeps the newest', () => {
  for (let index = 0; index < 30; index++) saveDraft(`c${index}`, 'text')
  expect(Object.keys($drafts.get())).toHaveLength(20)
  expect(readDraft('c29')).toBe('text')
  saveDraft('long', 'x'.repeat(45_000))
  expect(Object.keys($drafts.get())).toEqual(['long'])
})
