import type { HubRequest } from '#client/hub.ts'

/**
 * Loads the secret that signs the user's callbacks; null for a guest, and when the API does not
 * answer.
 */
export async function loadCallbackSecret({
  fetch,
  session
}: Pick<HubRequest, 'fetch' | 'session'>): Promise<string | null> {
  if (session === null) return null
  const headers = { authorization: `Bearer ${session.access_token}` }
  const answer = await fetch('api', '/tasks/callback-secret', { headers }).catch(() => null)
  if (!answer?.ok) return null
  const { secret } = (await answer.json()) as { secret: string }
  return secret
}
