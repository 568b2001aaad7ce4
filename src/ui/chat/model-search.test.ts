import { expect, test } from 'vitest'
import { moveTo, searchModels } from '#ui/chat/model-search.ts'

const MODELS = [
  { name: 'gpt-6-sol', label: 'GPT-6 Sol', family: 'ChatGPT', description: 'All-round model' },
  { name: 'my-llama', label: 'My Llama', family: 'Llama', description: 'Runs in our office' }
]

test('all words count, wherever they are', () => {
  const found = (words: string): string[] => searchModels(MODELS, words).map(({ name }) => name)
  expect([found(''), found('LLAMA office'), found('chatgpt round'), found('llama sol')]).toEqual([
    ['gpt-6-sol', 'my-llama'],
    ['my-llama'],
    ['gpt-6-sol'],
    []
  ])
})

test('arrows go around, pages stop at the ends, letters stay', () => {
  expect([moveTo('ArrowDown', 2, 3), moveTo('ArrowUp', 0, 3), moveTo('PageDown', 1, 3), moveTo('PageUp', 1, 3)]).toEqual([0, 2, 2, 0])
  expect([moveTo('a', 1, 3), moveTo('ArrowDown', 0, 0)]).toEqual([1, 0])
})
