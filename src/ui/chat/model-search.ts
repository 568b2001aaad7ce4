import type { ChatModel } from '#core/chat.ts'

type Searched = Pick<ChatModel, 'name' | 'label' | 'description' | 'family'>

/** Returns the models that contain all typed words in their name, description or family. */
export function searchModels<M extends Searched>(models: readonly M[], words: string): M[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  return models.filter(({ name, label, description = '', family = '' }) => {
    const text = `${name} ${label} ${description} ${family}`.toLowerCase()
    return wanted.every(word => text.includes(word))
  })
}

/** Returns the index that a key press in the search field moves to. Other keys return `at`. */
export function moveHighlight(key: string, at: number, count: number): number {
  if (count === 0) return 0
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return (at + count - 1) % count
  if (key === 'PageDown') return Math.min(at + 5, count - 1)
  if (key === 'PageUp') return Math.max(at - 5, 0)
  return at
}
