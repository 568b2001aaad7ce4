import type { HubRequest } from '#client/hub.ts'
import { pageHub } from '#client/page-hub.ts'

/**
 * Props that the page contains only once, as JSON. In the browser, islands get this object empty
 * and read the props with {@link sharedProps}.
 */
export type SharedProps<T extends object> = { readonly value?: T }

/**
 * Stores the props for all islands of a page. The property is not enumerable, so that Astro does
 * not write it into the HTML of each island.
 */
export function shareProps<T extends object>(hub: HubRequest, value: T): SharedProps<T> {
  hub.props = value
  return Object.defineProperty({}, 'value', { value })
}

/**
 * Returns the shared props: on the server those of `given`, in the browser those in the page's
 * JSON.
 */
export function sharedProps<T extends object>(given: SharedProps<T>): T {
  // The cast is safe, because the page shared a value of this type.
  return (import.meta.env.SSR ? given.value : pageHub().props) as T
}
