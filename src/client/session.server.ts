import type { APIContext } from 'astro'
import type { Session } from '#contract/token.ts'

/** Checks whether the browser sent the hub's session cookie. */
export function hasSession({ cookies }: APIContext): boolean {
  return cookies.has('SESSION')
}

/**
 * Loads the session of the hub's cookie; null when the session has ended or the user is blocked,
 * which the login page explains.
 * @throws Error when the auth server fails, so that a user is not shown as a guest
 */
export async function loadSession({ locals, request }: APIContext): Promise<Session | null> {
  const cookie = request.headers.get('cookie') ?? ''
  const answer = await locals.mount.fetch('auth', '/auth/session', {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    // Emails to the user are sent in the language that they read.
    body: JSON.stringify({ locale: locals.hub.locale })
  })
  if (answer.status === 401 || answer.status === 403) return null
  if (!answer.ok) throw new Error(`auth answered ${answer.status} for a session`)
  return (await answer.json()) as Session
}
