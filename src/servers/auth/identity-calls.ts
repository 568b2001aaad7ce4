import { z } from '@hono/zod-openapi'
import { optionalText } from '#contract/list.ts'
import { emailLinkRequest, socialSignInRequest } from '#contract/sign-in.ts'

export const identityResponseSchema = z.looseObject({})
const list = z.array(identityResponseSchema)
const code = z.looseObject({ code: z.string().trim().min(1).max(32) })
const password = z.looseObject({ password: optionalText(1000) })
const token = z.string().min(1).max(2048)
const link = z.object({ token })

/**
 * A call of better-auth.
 * - `renews`: it may replace the session.
 * - `guesses`: it checks the password of the signed-in user, so its failures are counted.
 * - `says`: key of the message that replaces better-auth's own. The response is also delayed, so
 *   that its timing does not reveal whether the account exists.
 */
type Post = { summary: string; body: z.ZodType; renews?: true; guesses?: true; says?: string }

/**
 * Calls that better-auth gets unchanged, by path under `/api/auth/`. Nothing else of it is
 * reachable.
 */
export const IDENTITY_POSTS: Record<string, Post> = {
  'sign-in/social': { summary: 'Start a social sign-in', body: socialSignInRequest },
  'sign-in/magic-link': { summary: 'Email a sign-in link', body: emailLinkRequest },
  'send-verification-email': {
    summary: 'Email a confirmation link again',
    body: emailLinkRequest
  },
  'request-password-reset': {
    summary: 'Email a password reset link',
    body: z.looseObject({ email: z.email().max(254), redirectTo: optionalText(8192) }),
    says: 'auth.login.sent.reset'
  },
  'reset-password': {
    summary: 'Reset the password with an emailed link',
    body: z.looseObject({ token, newPassword: z.string().min(1).max(1000) })
  },
  'two-factor/enable': {
    summary: 'Start the setup of two-factor authentication',
    body: password.extend({ issuer: optionalText(100) }),
    renews: true,
    guesses: true
  },
  'two-factor/verify-totp': {
    summary: 'Verify a two-factor code',
    body: code,
    renews: true
  },
  'two-factor/verify-backup-code': {
    summary: 'Verify a recovery code',
    body: code,
    renews: true
  },
  'two-factor/disable': {
    summary: 'Turn off two-factor authentication',
    body: password,
    renews: true,
    guesses: true
  },
  'two-factor/generate-backup-codes': {
    summary: 'Replace the recovery codes',
    body: password,
    guesses: true
  },
  'passkey/verify-registration': {
    summary: 'Add a passkey',
    body: z.looseObject({ response: z.looseObject({}), name: optionalText(100) })
  },
  'passkey/verify-authentication': {
    summary: 'Sign in with a passkey',
    body: z.looseObject({ response: z.looseObject({}) })
  },
  'passkey/delete-passkey': {
    summary: 'Delete a passkey',
    body: z.looseObject({ id: z.string().min(1).max(100) })
  },
  'link-social': { summary: 'Start linking a social account', body: socialSignInRequest },
  'unlink-account': {
    summary: 'Unlink a social account',
    body: z.looseObject({ accountId: z.string().min(1).max(100) })
  },
  'phone/session': {
    summary: 'Sign in with a confirmation on a phone',
    body: z.looseObject({ secret: z.string().min(20).max(100) })
  }
}

export const IDENTITY_GETS: Record<
  string,
  { summary: string; query?: z.ZodType; limit: 'sign-in' | 'read'; gives?: z.ZodType }
> = {
  'verify-email': {
    summary: 'Confirm an email with an emailed link',
    query: link,
    limit: 'sign-in'
  },
  'magic-link/verify': { summary: 'Sign in with an emailed link', query: link, limit: 'sign-in' },
  'passkey/generate-register-options': {
    summary: 'Get the options to create a passkey',
    limit: 'read'
  },
  'passkey/generate-authenticate-options': {
    summary: 'Get the options to use a passkey',
    limit: 'read'
  },
  'passkey/list-user-passkeys': { summary: 'List passkeys', limit: 'read', gives: list },
  'list-accounts': { summary: 'List sign-in methods', limit: 'read', gives: list }
}
