import { pageHub } from '#client/page-hub.ts'
import { requestJson, type RequestOptions } from '#client/call.ts'
import { callerHeaders } from '#client/headers.ts'
import type { SavedComparison, NewComparison, StartedRun } from '#contract/comparison.ts'

/**
 * Keeps a comparison whose runs are about to begin.
 * @param key idempotency key, the same for the same comparison
 */
export function requestComparison(
  token: string,
  body: NewComparison,
  key: string
): Promise<SavedComparison> {
  return act(token, '', { method: 'POST', body, headers: { 'idempotency-key': key } })
}

/** Names the run of one model, so that a reload finds it. */
export function recordComparedRun(
  token: string,
  id: string,
  body: StartedRun
): Promise<SavedComparison> {
  return act(token, `/${encodeURIComponent(id)}/run`, { method: 'PUT', body })
}

/**
 * Votes for the best model.
 * @param winner its place in the comparison; null takes the vote back
 */
export function requestVote(
  token: string,
  id: string,
  winner: number | null
): Promise<SavedComparison> {
  return act(token, `/${encodeURIComponent(id)}/vote`, { method: 'PUT', body: { winner } })
}

function act(token: string, path: string, options: RequestOptions): Promise<SavedComparison> {
  return requestJson(`${pageHub().hosts.platform}/api/v1/comparisons${path}`, {
    ...options,
    token,
    headers: { ...callerHeaders('platform'), ...options.headers }
  })
}
