import { requestJson } from '#client/call.ts'
import type { Site } from '#contract/site.ts'
import type { Session } from '#contract/token.ts'
import { settleOwner } from '#stores/owner.ts'
import { saveToken } from '#stores/token.ts'

/**
 * Makes a sign-in in a framed login page this page's session. The server keeps the refresh token,
 * and the browser gets its access token.
 * @param site a site without an admin and the platform that can initialize it; null for no such
 * site
 * @returns true if the user is now an admin of that site
 * @throws Problem when the server cannot be reached or refuses the refresh token
 */
export async function adoptSession(
  refreshToken: string,
  site: { platform: string; origin: string } | null
): Promise<boolean> {
  const session = await requestJson<Session>('/auth/session', {
    method: 'POST',
    body: { refresh_token: refreshToken }
  })
  settleOwner(session)
  saveToken(session)
  return site !== null && initialize(site, session)
}

/**
 * Makes the user the first admin of a site. A user who may not do this stays signed in, and the
 * site still waits for its first admin.
 */
async function initialize(
  { platform, origin }: { platform: string; origin: string },
  { access_token: token, user }: Session
): Promise<boolean> {
  const asked = requestJson<Site>(`${platform}/api/v1/sites/initialize/`, {
    method: 'POST',
    token,
    body: { origin }
  })
  const site = await asked.catch(() => null)
  return site?.admins.includes(user.id) ?? false
}
