/** Where a person signs in, to come back to this very page. @param page its public path and query */
export function signInAddress(page: string): string {
  return `/auth/begin?redirect=${encodeURIComponent(page)}`
}

/** Leaves for the sign-in page. */
export function goToSignIn(): void {
  location.assign(signInAddress(location.pathname + location.search))
}
