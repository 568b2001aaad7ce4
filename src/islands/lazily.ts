import type { Failure } from '#client/turns.ts'
import { changeThread } from '#stores/thread.ts'

type Asking = typeof import('#stores/asking.ts')

const OFFLINE: Failure = { code: 'unknown', detail: 'offline', sentence: '', issues: [], traceId: '' }

/** Fetches what asking takes. It comes when somebody begins to write: a page that is only read does without it. */
export function loadAsking(): Promise<Asking> {
  return import('#stores/asking.ts')
}

/** Does what asking takes, once it is here. @returns false when it cannot be fetched, which the page then says */
export async function withAsking(action: (asking: Asking) => Promise<boolean>): Promise<boolean> {
  const asking = await loadAsking().catch(() => null)
  if (asking !== null) return action(asking)
  changeThread({ notice: OFFLINE })
  return false
}
