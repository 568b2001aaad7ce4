/** The event with which a tool's form asks the results island to hydrate. */
export const HYDRATION_REQUEST = 'polymuse:wake'

/** The event that an island fires once it has hydrated and handles clicks. */
export const HYDRATED_EVENT = 'polymuse:alive'

/** Asks the island with the tool's results to hydrate. */
export function requestHydration(): void {
  document.dispatchEvent(new Event(HYDRATION_REQUEST))
}
