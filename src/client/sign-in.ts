/** Told to a page before it is left for signing in; a dialog that stands on it prevents that and opens itself. */
export const SIGN_IN = 'polymuse:sign-in'

/** Where a person signs in, to come back to this very page. @param page its public path and query */
export function signInAddress(page: string): string {
  return `/auth/begin?redirect=${encodeURIComponent(page)}`
}

/** The same by the login page as a page of its own, whatever the site prefers. */
export function fullSignInAddress(page: string): string {
  return `${signInAddress(page)}&flow=redirect`
}

/** Leaves for the sign-in page in the middle of something, or opens the dialog where one stands. */
export function goToSignIn(): void {
  const goes = document.dispatchEvent(new Event(SIGN_IN, { cancelable: true }))
  if (goes) location.assign(`${signInAddress(location.pathname + location.search)}&asking=1`)
}
