/** The documentation pages that are not about a service, in reading order. */
export const DOCS_TOPICS = [
  'start',
  'key',
  'chat',
  'openai',
  'tasks',
  'callbacks',
  'errors',
  'limits'
] as const
export type DocsTopic = (typeof DOCS_TOPICS)[number]

/** Returns the path of a topic's page, without a locale. */
export function topicPath(topic: DocsTopic): string {
  return topic === 'start' ? '/docs' : `/docs/${topic}`
}
