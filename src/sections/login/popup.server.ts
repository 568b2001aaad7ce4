import type { HubRequest } from '#client/hub.ts'
import { fullSignInAddress } from '#client/sign-in.ts'
import { localizePath } from '#i18n/locale.ts'

type Asking = Pick<HubRequest, 'hosts' | 'locale' | 'origin' | 'theme'>

/**
 * The hosted login page for a frame on one of our pages.
 * @param back local path to come back to. A window that leaves the frame, as for somebody else's sign-in, comes back
 * by way of our own full sign-in, which finds it done and brings the proof that a code from another site lacks.
 */
export function frameAddress({ hosts, locale, origin, theme }: Asking, back: string, inviter: string | null): string {
  const address = new URL(localizePath('/auth/login', locale), hosts.auth)
  const query = {
    display: 'popup',
    site: origin,
    redirect: new URL(fullSignInAddress(back), hosts.hub).href,
    ...(inviter !== null && { inviter_id: inviter }),
    // In a frame the login page's own cookie may be out of its reach.
    theme: theme ?? 'system'
  }
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
  return address.href
}
