/**
 * The event that announces a redirect to the sign-in page. A dialog on the page can prevent it and
 * open itself.
 */
export const SIGN_IN = 'polymuse:sign-in'

/**
 * Returns the sign-in address that leads back to this page.
 * @param page its public path and query
 */
export function signInAddress(page: string): string {
  return `/auth/begin?redirect=${encodeURIComponent(page)}`
}

/** Does the same with the login page as a full page, whatever the site prefers. */
export function fullSignInAddress(page: string): string {
  return `${signInAddress(page)}&flow=redirect`
}

/**
 * Redirects to the sign-in page in the middle of an action, or opens the sign-in dialog if there is
 * one.
 */
export function goToSignIn(): void {
  const goes = document.dispatchEvent(new Event(SIGN_IN, { cancelable: true }))
  if (goes) location.assign(`${signInAddress(location.pathname + location.search)}&asking=1`)
}
