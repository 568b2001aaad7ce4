import type { APIContext } from 'astro'
import type { Session } from '#contract/token.ts'

/** Did the browser bring the hub's cookie? */
export function hasSession({ cookies }: APIContext): boolean {
  return cookies.has('SESSION')
}

/**
 * Who the hub's cookie stands for; null when the sign-in is over, or the person is blocked:
 * the login page says so.
 * @throws Error when that cannot be said: a person is not shown as a guest because a server failed
 */
export async function loadSession({ locals, request }: APIContext): Promise<Session | null> {
  const cookie = request.headers.get('cookie') ?? ''
  const answer = await locals.mount.fetch('auth', '/auth/session', {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    // Mails to them come in the language that they read.
    body: JSON.stringify({ locale: locals.hub.locale })
  })
  if (answer.status === 401 || answer.status === 403) return null
  if (!answer.ok) throw new Error(`auth answered ${answer.status} for a session`)
  return (await answer.json()) as Session
}
