import { expect, test } from 'vitest'
import { moveHighlight, searchModels } from '#ui/chat/model-search.ts'

const MODELS = [
  { name: 'gpt-6-sol', label: 'GPT-6 Sol', family: 'ChatGPT', description: 'All-round model' },
  { name: 'my-llama', label: 'My Llama', family: 'Llama', description: 'Runs in our office' }
]

test('finds models whose fields together contain every word', () => {
  const found = (words: string): string[] => searchModels(MODELS, words).map(({ name }) => name)
  expect([found(''), found('LLAMA office'), found('chatgpt round'), found('llama sol')]).toEqual([
    ['gpt-6-sol', 'my-llama'],
    ['my-llama'],
    ['gpt-6-sol'],
    []
  ])
})

test('arrow keys wrap around, page keys stop at the ends, and letters change nothing', () => {
  expect([
    moveHighlight('ArrowDown', 2, 3),
    moveHighlight('ArrowUp', 0, 3),
    moveHighlight('PageDown', 1, 3),
    moveHighlight('PageUp', 1, 3)
  ]).toEqual([0, 2, 2, 0])
  expect([moveHighlight('a', 1, 3), moveHighlight('ArrowDown', 0, 0)]).toEqual([1, 0])
})
