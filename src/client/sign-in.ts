import type { Waiting } from '#core/waiting.ts'

/**
 * The event that announces a redirect to the sign-in page. A dialog on the page can prevent it and
 * open itself. Its detail is what waits for the user.
 */
export const SIGN_IN = 'polymuse:sign-in'

/**
 * Returns the sign-in address that leads back to this page.
 * @param page its public path and query
 */
export function signInAddress(page: string): string {
  return `/auth/begin?redirect=${encodeURIComponent(page)}`
}

/**
 * Returns the same address for somebody whom something waits for. A browser in which nobody has
 * signed in yet then shows the form for a new account.
 */
export function signUpAddress(page: string, waiting?: Waiting): string {
  return `${signInAddress(page)}&asking=${waiting ?? 1}`
}

/** Returns the sign-in address with the login page as a full page, whatever the site prefers. */
export function fullSignInAddress(page: string): string {
  return `${signInAddress(page)}&flow=redirect`
}

/**
 * Redirects to the sign-in page in the middle of an action, or opens the sign-in dialog if there is
 * one.
 */
export function goToSignIn(waiting?: Waiting): void {
  const event = new CustomEvent(SIGN_IN, { cancelable: true, detail: waiting })
  const here = location.pathname + location.search
  if (document.dispatchEvent(event)) location.assign(signUpAddress(here, waiting))
}
