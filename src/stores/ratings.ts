import { atom } from 'nanostores'
import { fetchTaskItems, requestRating } from '#client/library.ts'
import { onReset } from '#stores/persisted.ts'
import { withUserToken } from '#stores/renewal.ts'

/** Stars of a result, from 1 to 5, or 0. `saved` are those that the server has. */
type Rated = { id: string; rating: number; saved: number }

/** The loaded ratings of results, by the {@link ratingKey} of their files. */
export const $ratings = atom<Readonly<Record<string, Rated>>>({})

/** Requests for the ratings of tasks, by the task's id. */
const loading = new Map<string, Promise<void>>()

/** The end of the last request that saves a rating. */
let queue: Promise<unknown> = Promise.resolve()

onReset(() => {
  loading.clear()
  $ratings.set({})
})

/** Returns the key of a result by the address of its file. It does not depend on the host. */
export function ratingKey(address: string): string {
  return URL.parse(address)?.pathname ?? address
}

/** Adds the rating of an item that the page already shows. */
export function addRating(address: string, { id, rating }: Pick<Rated, 'id' | 'rating'>): void {
  $ratings.set({ ...$ratings.get(), [ratingKey(address)]: { id, rating, saved: rating } })
}

/** Loads the ratings of a task's results once. Without a response, the next call tries again. */
export function loadRatings(task: string): Promise<void> {
  const known = loading.get(task)
  if (known !== undefined) return known
  const request = withUserToken(token => fetchTaskItems(token, task)).then(
    items => {
      const found = items.map(({ id, url, rating }): [string, Rated] => [
        ratingKey(url ?? ''),
        { id, rating, saved: rating }
      ])
      $ratings.set({ ...$ratings.get(), ...Object.fromEntries(found) })
    },
    () => void loading.delete(task)
  )
  loading.set(task, request)
  return request
}

/**
 * Rates a result whose rating is loaded. It shows at once, and is undone if the server refuses it.
 * Keys of a radio group may change it faster than the server answers, so only the last is sent.
 * @param key see {@link ratingKey}
 * @param rating stars from 1 to 5; 0 removes the rating
 * @returns whether it is saved
 */
export function rateResult(key: string, rating: number): Promise<boolean> {
  change(key, { rating })
  const sent = queue.then(() => save(key, rating))
  queue = sent
  return sent
}

async function save(key: string, rating: number): Promise<boolean> {
  const rated = $ratings.get()[key]
  // The user has chosen another number in the meantime, which is saved next.
  if (rated?.rating !== rating) return true
  try {
    await withUserToken(token => requestRating(token, rated.id, rating))
    change(key, { saved: rating })
    return true
  } catch {
    const now = $ratings.get()[key]
    if (now?.rating === rating) change(key, { rating: now.saved })
    return false
  }
}

function change(key: string, changes: Partial<Rated>): void {
  const rated = $ratings.get()[key]
  if (rated !== undefined) $ratings.set({ ...$ratings.get(), [key]: { ...rated, ...changes } })
}
