/** The element of a page that contains {@link Shared} props as JSON. */
export const PAGE_PROPS_ID = 'page-props'

/** Props that the page contains once, as plain JSON. Islands get this object without them. */
export type Shared<T extends object> = { readonly value?: T }

/** Shares props. The value is not enumerable, so that Astro writes it into no island. */
export function share<T extends object>(value: T): Shared<T> {
  return Object.defineProperty({}, 'value', { value })
}

let read: unknown

/** Returns shared props: on the server the given ones, in the browser those that the page contains. */
export function sharedProps<T extends object>({ value }: Shared<T>): T {
  if (value !== undefined) return value
  read ??= JSON.parse(document.getElementById(PAGE_PROPS_ID)?.textContent ?? '{}')
  // The page shared a value of this type.
  return read as T
}
