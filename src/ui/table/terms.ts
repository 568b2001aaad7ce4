import type { FeedEvent } from '#client/feed.ts'
import type { TableQuery, TableTerms } from '#core/table-query.ts'
import type { Declaration, Topic } from '#ui/table/declaration.ts'

/** Returns the filter and sort names that a list's address may contain. */
export function termsOf<Row>({ filters, columns }: Declaration<Row>): TableTerms {
  return {
    filters: filters.map(({ name }) => name),
    sorts: columns.flatMap(({ sort }) => sort ?? [])
  }
}

/** Returns the call's parameters for a query, without the page. */
export function askOf<Row>(
  { ask }: Declaration<Row>,
  { filters, ordering }: TableQuery
): Record<string, string> {
  return { ...(ask?.(filters) ?? filters), ...(ordering !== '' && { ordering }) }
}

/**
 * Whether a feed event concerns one of these topics. After a restart of the feed, any event may
 * have been missed.
 */
export function isAbout(topics: readonly Topic[], { type, data }: FeedEvent): boolean {
  if (type === 'ready') return true
  if (type === 'changed')
    return topics.some(topic => (data['of'] as readonly string[] | undefined)?.includes(topic))
  return topics.includes('runs') && ['start', 'done', 'error'].includes(type)
}
