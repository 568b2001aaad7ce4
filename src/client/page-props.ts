import type { HubRequest } from '#client/hub.ts'
import { pageHub } from '#client/page-hub.ts'

/** Props that the page contains once, as plain JSON. Islands get this object without them. */
export type Shared<T extends object> = { readonly value?: T }

/** Shares the props of a page's islands. Astro writes no value that cannot be enumerated. */
export function share<T extends object>(hub: HubRequest, value: T): Shared<T> {
  hub.props = value
  return Object.defineProperty({}, 'value', { value })
}

/** Returns shared props: on the server the given ones, in the browser those that the page contains. */
export function sharedProps<T extends object>(given: Shared<T>): T {
  // The page shared a value of this type.
  return (import.meta.env.SSR ? given.value : pageHub().props) as T
}
