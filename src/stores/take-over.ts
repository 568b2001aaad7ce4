import { call } from '#client/call.ts'
import type { Site } from '#contract/site.ts'
import type { Session } from '#contract/token.ts'
import { settleOwner } from '#stores/owner.ts'
import { keepToken } from '#stores/token.ts'

/**
 * Makes the sign-in of a framed login page this page's own: the server keeps the refresh token, the browser gets its
 * access token.
 * @param site a site that nobody has set up yet, and where to ask for it: whoever may is its first person now
 * @returns does the site that nobody had set up have its first person now, in this one?
 * @throws Problem when the sign-in could not be taken over
 */
export async function takeOver(refreshToken: string, site: { platform: string; origin: string } | null): Promise<boolean> {
  const session = await call<Session>('/auth/session', { method: 'POST', body: { refresh_token: refreshToken } })
  settleOwner(session)
  keepToken(session)
  return site !== null && initialize(site, session)
}

/** Who may not stays signed in, at a studio that waits for who may. */
async function initialize(
  { platform, origin }: { platform: string; origin: string },
  { access_token: token, user }: Session
): Promise<boolean> {
  const asked = call<Site>(`${platform}/api/v1/sites/initialize/`, { method: 'POST', token, body: { origin } })
  const site = await asked.catch(() => null)
  return site?.admins.includes(user.id) ?? false
}
