import type { APIContext } from 'astro'
import type { Session } from '#contract/token.ts'

/** Did the browser bring the hub's cookie? */
export function hasSession({ cookies }: APIContext): boolean {
  return cookies.has('SESSION')
}

/** Who the hub's cookie stands for; null when the sign-in is over. */
export async function loadSession({ locals, request }: APIContext): Promise<Session | null> {
  const cookie = request.headers.get('cookie') ?? ''
  const answer = await locals.mount.fetch('auth', '/auth/session', { method: 'POST', headers: { cookie } })
  return answer.ok ? ((await answer.json()) as Session) : null
}
