import type { FeedEvent } from '#client/feed.ts'
import type { TableQuery, TableTerms } from '#core/table-query.ts'
import type { Declaration, Topic } from '#ui/table/declaration.ts'

/** What the address of a list may say. */
export function termsOf<Row>({ filters, columns }: Declaration<Row>): TableTerms {
  return { filters: filters.map(({ name }) => name), sorts: columns.flatMap(({ sort }) => sort ?? []) }
}

/** What a call takes for a query, but which page of it. */
export function askOf<Row>({ ask }: Declaration<Row>, { filters, ordering }: TableQuery): Record<string, string> {
  return { ...(ask?.(filters) ?? filters), ...(ordering !== '' && { ordering }) }
}

/** Is something that the feed tells about one of these? A feed that begins anew may have missed anything. */
export function isAbout(topics: readonly Topic[], { type, data }: FeedEvent): boolean {
  if (type === 'ready') return true
  if (type === 'changed') return topics.some(topic => (data['of'] as readonly string[] | undefined)?.includes(topic))
  return topics.includes('runs') && ['start', 'done', 'error'].includes(type)
}
