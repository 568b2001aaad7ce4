import type { HubRequest } from '#client/hub.ts'
import { fullSignInAddress } from '#client/sign-in.ts'
import { localizePath } from '#i18n/locale.ts'

type Asking = Pick<HubRequest, 'hosts' | 'locale' | 'origin' | 'theme'>

/**
 * Returns the address of the hosted login page for a frame on one of our pages.
 * @param back local path to return to. A sign-in that leaves the frame, for example for an external
 * account, returns through our own full sign-in. That finds the user signed in and adds the proof
 * that a code from another site lacks.
 */
export function loginFrameAddress(
  { hosts, locale, origin, theme }: Asking,
  back: string,
  inviter: string | null
): string {
  const address = new URL(localizePath('/auth/login', locale), hosts.auth)
  const query = {
    display: 'popup',
    site: origin,
    redirect: new URL(fullSignInAddress(back), hosts.hub).href,
    ...(inviter !== null && { inviter_id: inviter }),
    // In a frame the login page may have no access to its own cookies, so the address carries the
    // theme.
    theme: theme ?? 'system'
  }
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
  return address.href
}
