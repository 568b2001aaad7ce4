import type { FeedEvent } from '#client/feed.ts'
import type { TableQuery, TableOptions } from '#core/table-query.ts'
import type { TableDeclaration, Topic } from '#ui/table/declaration.ts'

/** Returns the filter and sort names that a list's address may contain. */
export function termsOf<Row>({ filters, columns }: TableDeclaration<Row>): TableOptions {
  return {
    filters: filters.map(({ name }) => name),
    sorts: columns.flatMap(({ sort }) => sort ?? [])
  }
}

/** Returns the call's parameters for a query, except those for paging. */
export function tableCallParams<Row>(
  { ask }: TableDeclaration<Row>,
  { filters, ordering }: TableQuery
): Record<string, string> {
  return { ...(ask?.(filters) ?? filters), ...(ordering !== '' && { ordering }) }
}

/**
 * Checks whether a feed event is about one of these topics. The restart of the feed counts, too,
 * because events may have been missed.
 */
export function matchesTopics(topics: readonly Topic[], { type, data }: FeedEvent): boolean {
  if (type === 'ready') return true
  if (type === 'changed')
    return topics.some(topic => (data['of'] as readonly string[] | undefined)?.includes(topic))
  return topics.includes('runs') && ['start', 'done', 'error'].includes(type)
}
