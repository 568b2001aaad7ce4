import type { SignUpReason } from '#core/waiting.ts'

/**
 * The event that announces a redirect to the sign-in page. The sign-in dialog of a page cancels the
 * redirect and opens itself. `detail` is the reason for signing in, see `core/waiting.ts`.
 */
export const SIGN_IN_EVENT = 'polymuse:sign-in'

/**
 * Returns the sign-in address that leads back to this page.
 * @param page its public path and query
 */
export function signInAddress(page: string): string {
  return `/auth/begin?redirect=${encodeURIComponent(page)}`
}

/**
 * Returns the sign-in address for a user who wants something that needs an account. In a browser in
 * which nobody has signed in yet, it shows the form for a new account.
 * @param waiting the reason for signing in, which the login page shows
 */
export function signUpAddress(page: string, waiting?: SignUpReason): string {
  return `${signInAddress(page)}&asking=${waiting ?? 1}`
}

/**
 * Returns the sign-in address that opens the login page as a full page, even if the site prefers a
 * dialog.
 */
export function fullSignInAddress(page: string): string {
  return `${signInAddress(page)}&flow=redirect`
}

/**
 * Interrupts an action of the user for signing in: opens the sign-in dialog of the page, or
 * redirects to the sign-in page if there is no dialog.
 */
export function goToSignIn(waiting?: SignUpReason): void {
  const event = new CustomEvent(SIGN_IN_EVENT, { cancelable: true, detail: waiting })
  const here = location.pathname + location.search
  if (document.dispatchEvent(event)) location.assign(signUpAddress(here, waiting))
}
