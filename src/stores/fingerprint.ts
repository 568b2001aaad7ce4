import { nameFingerprint } from '#client/headers.ts'
import { onReset, persisted, untilReset } from '#stores/persisted.ts'

/** What this browser looks like; null while that is not known. It tells browsers apart where somebody cheats, never who a person is. */
export const $fingerprint = persisted<string | null>('fingerprint', null, saved =>
  typeof saved === 'string' && /^[\w-]{1,64}$/.test(saved) ? saved : null
)

let begun = false

onReset(() => {
  begun = false
  nameFingerprint('')
})

/** Lets calls to the platform carry what is known. To be said before them: nothing is read from the browser for those who do not call. */
export function nameBrowser(): void {
  nameFingerprint($fingerprint.get() ?? '')
}

/**
 * Computes it, once in this browser, in this page, asking nobody. Whoever does not want to be tracked, or to load more
 * than needed, has none. Without it nothing is missing but the header: no failure is told.
 */
export async function loadFingerprint(): Promise<void> {
  if (declines()) return $fingerprint.set(null)
  if (begun || $fingerprint.get() !== null) return
  begun = true
  const stays = untilReset()
  try {
    const { default: library } = await import('@fingerprintjs/fingerprintjs')
    const agent = await library.load({ monitoring: false })
    const { visitorId } = await agent.get()
    if (!stays()) return
    $fingerprint.set(visitorId)
    nameBrowser()
  } catch {
    begun = false
  }
}

type Wishes = Navigator & { globalPrivacyControl?: boolean; connection?: { saveData?: boolean } }

/** Do Not Track, Global Privacy Control, or reduced data. */
export function declines(): boolean {
  const { doNotTrack, globalPrivacyControl, connection }: Wishes = navigator
  if (doNotTrack === '1' || globalPrivacyControl === true || connection?.saveData === true) return true
  return matchMedia('(prefers-reduced-data: reduce)').matches
}
