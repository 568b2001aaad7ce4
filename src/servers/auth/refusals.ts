/**
 * Errors of calls with the login page's cookie: nobody is signed in, a page of another origin
 * calls, or the account is blocked.
 */
export const COOKIE_ERRORS = ['invalid_token', 'forbidden'] as const

/** Calls below `/api/auth/` that need a signed-in user and can fail with these errors. */
export const SIGNED_IN_CALLS: ReadonlySet<string> = new Set([
  'two-factor/enable',
  'two-factor/disable',
  'two-factor/generate-backup-codes',
  'passkey/verify-registration',
  'passkey/delete-passkey',
  'passkey/generate-register-options',
  'passkey/list-user-passkeys',
  'link-social',
  'unlink-account',
  'list-accounts'
])
