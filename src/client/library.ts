import { requestJson, sendRequest } from '#client/call.ts'
import { callerHeaders, READ_ONLY_HEADERS } from '#client/headers.ts'
import { pageHub } from '#client/page-hub.ts'
import type { LibraryItem, LibraryLineage, LibraryPage } from '#contract/library.ts'

/** Items of the library per page of a list from which one is chosen. */
const LIBRARY_PAGE_SIZE = 30

/**
 * Loads the newest items of one kind from the user's library.
 * @param token the user's access token
 * @param wanted `media` is the first part of the media type of their files, or empty for any, and
 *   `cursor` is `next` of the page before, or empty for the first page
 */
export function fetchLibraryItems(
  token: string,
  wanted: { kind: LibraryItem['kind']; media: string; cursor: string }
): Promise<LibraryPage> {
  return fetchItems(token, new URLSearchParams({ ...wanted, limit: String(LIBRARY_PAGE_SIZE) }))
}

/**
 * Loads the items that a task made.
 * @param token the user's access token
 */
export async function fetchTaskItems(token: string, task: string): Promise<LibraryItem[]> {
  const { items } = await fetchItems(token, new URLSearchParams({ task, limit: '100' }))
  return items
}

/**
 * Loads what an item of the user's library was made from, and what was made from it.
 * @param token the user's access token
 */
export function fetchLineage(token: string, id: string): Promise<LibraryLineage> {
  return requestRead(token, `/${id}/lineage`)
}

/**
 * Rates an item of the user's library.
 * @param token the user's access token
 * @param rating stars from 1 to 5; 0 removes the rating
 */
export async function requestRating(token: string, id: string, rating: number): Promise<void> {
  await sendRequest(`${pageHub().hosts.api}/library/rate`, {
    token,
    method: 'POST',
    headers: callerHeaders('api'),
    body: { ids: [id], rating }
  })
}

function fetchItems(token: string, query: URLSearchParams): Promise<LibraryPage> {
  return requestRead(token, `?${query}`)
}

function requestRead<T>(token: string, which: string): Promise<T> {
  return requestJson<T>(`${pageHub().hosts.api}/library/items${which}`, {
    token,
    headers: { ...callerHeaders('api'), ...READ_ONLY_HEADERS }
  })
}
