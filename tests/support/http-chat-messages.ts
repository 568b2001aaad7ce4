/**
 * Creates alternating questions and answers for an import.
 * @param count of messages
 * @param length of each message, in characters
 */
export function longMessages(count: number, length: number): { role: string; content: string }[] {
  return Array.from({ length: count }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `${index} `.padEnd(length, 'word ')
  }))
}
