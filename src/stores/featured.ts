import { atom } from 'nanostores'
import { fetchFeatured, requestFeature, requestUnfeature } from '#client/featured.ts'
import { failureOf } from '#client/failure.ts'
import type { Failure } from '#client/turns.ts'
import type { FeaturedResult } from '#contract/featured.ts'
import { toProblem } from '#core/problem.ts'
import { onReset } from '#stores/persisted.ts'
import { withUserToken } from '#stores/renewal.ts'

/** The ids of featured results, by {@link featuredKey}; null until they are loaded. */
export const $featured = atom<Readonly<Record<string, string>> | null>(null)

let loading: Promise<void> | null = null

onReset(() => {
  loading = null
  $featured.set(null)
})

/** Returns the key of an output in {@link $featured}. */
export function featuredKey(task: string, output: number): string {
  return `${task}/${output}`
}

/**
 * Loads once which results the site features. If that fails, the page shows no button for
 * featuring.
 */
export function loadFeatured(site: string): Promise<void> {
  loading ??= withUserToken(token => fetchFeatured(token, site)).then(
    items => $featured.set(Object.fromEntries(items.map(entryOf))),
    () => {
      loading = null
    }
  )
  return loading
}

/**
 * Features a result, or removes it if it is featured.
 * @returns the failure, or null
 */
export async function toggleFeatured(
  site: string,
  task: string,
  output: number
): Promise<Failure | null> {
  const place = featuredKey(task, output)
  const id = $featured.get()?.[place]
  try {
    if (id === undefined) {
      const made = await withUserToken(token =>
        requestFeature(token, site, { task_id: task, output })
      )
      $featured.set({ ...$featured.get(), [place]: made.id })
    } else {
      await withUserToken(token => requestUnfeature(token, site, id))
      const { [place]: _, ...others } = $featured.get() ?? {}
      $featured.set(others)
    }
    return null
  } catch (thrown) {
    return failureOf(toProblem(thrown))
  }
}

function entryOf({ id, task_id, output }: FeaturedResult): [string, string] {
  return [featuredKey(task_id ?? '', output), id]
}
