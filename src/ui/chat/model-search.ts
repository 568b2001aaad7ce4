import type { ChatModel } from '#core/chat.ts'

type Searched = Pick<ChatModel, 'name' | 'label' | 'description' | 'family'>

/** The models that hold all the words that were typed, in their name, description or family. */
export function searchModels<M extends Searched>(models: readonly M[], words: string): M[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  return models.filter(({ name, label, description = '', family = '' }) => {
    const text = `${name} ${label} ${description} ${family}`.toLowerCase()
    return wanted.every(word => text.includes(word))
  })
}

/** Which one is meant after a key was pressed in the search field; the same one for all other keys. */
export function moveTo(key: string, at: number, count: number): number {
  if (count === 0) return 0
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return (at + count - 1) % count
  if (key === 'PageDown') return Math.min(at + 5, count - 1)
  if (key === 'PageUp') return Math.max(at - 5, 0)
  return at
}
