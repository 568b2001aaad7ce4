import { z } from '@hono/zod-openapi'
import { optionalText } from '#contract/list.ts'
import { mailAddress, socialSignIn } from '#contract/sign-in.ts'

export const identityAnswer = z.looseObject({})
const list = z.array(identityAnswer)
const code = z.looseObject({ code: z.string().trim().min(1).max(32) })
const password = z.looseObject({ password: optionalText(1000) })
const token = z.string().min(1).max(2048)
const link = z.object({ token })

/**
 * A call of better-auth. `renews`: it may replace the session. `guesses`: it tries the password of
 * the signed-in user. `says`: it takes the same time with and without an account, and says this
 * about its mail.
 */
type Post = { summary: string; body: z.ZodType; renews?: true; guesses?: true; says?: string }

/**
 * Calls that better-auth gets unchanged, by path under `/api/auth/`. Nothing else of it is
 * reachable.
 */
export const POSTS: Record<string, Post> = {
  'sign-in/social': { summary: 'Where to go to sign in with somebody else', body: socialSignIn },
  'sign-in/magic-link': { summary: 'Send a link that signs in', body: mailAddress },
  'send-verification-email': {
    summary: 'Send the link that confirms an address again',
    body: mailAddress
  },
  'request-password-reset': {
    summary: 'Send a link to choose a new password',
    body: z.looseObject({ email: z.email().max(254), redirectTo: optionalText(8192) }),
    says: 'auth.login.sent.reset'
  },
  'reset-password': {
    summary: 'Choose a new password by the link of a mail',
    body: z.looseObject({ token, newPassword: z.string().min(1).max(1000) })
  },
  'two-factor/enable': {
    summary: 'Begin to set up a second factor',
    body: password.extend({ issuer: optionalText(100) }),
    renews: true,
    guesses: true
  },
  'two-factor/verify-totp': {
    summary: 'Prove the second factor by a code',
    body: code,
    renews: true
  },
  'two-factor/verify-backup-code': {
    summary: 'Prove the second factor by a recovery code',
    body: code,
    renews: true
  },
  'two-factor/disable': {
    summary: 'Do without the second factor',
    body: password,
    renews: true,
    guesses: true
  },
  'two-factor/generate-backup-codes': {
    summary: 'New recovery codes, which replace the old ones',
    body: password,
    guesses: true
  },
  'passkey/verify-registration': {
    summary: 'Keep a new passkey',
    body: z.looseObject({ response: z.looseObject({}), name: optionalText(100) })
  },
  'passkey/verify-authentication': {
    summary: 'Sign in with a passkey',
    body: z.looseObject({ response: z.looseObject({}) })
  },
  'passkey/delete-passkey': {
    summary: 'Remove a passkey',
    body: z.looseObject({ id: z.string().min(1).max(100) })
  },
  'link-social': { summary: 'Where to go to add another sign-in', body: socialSignIn },
  'unlink-account': {
    summary: 'Remove another sign-in',
    body: z.looseObject({ accountId: z.string().min(1).max(100) })
  },
  'phone/session': {
    summary: 'Sign in by what a phone has confirmed',
    body: z.looseObject({ secret: z.string().min(20).max(100) })
  }
}

export const GETS: Record<
  string,
  { summary: string; query?: z.ZodType; limit: 'sign-in' | 'read'; gives?: z.ZodType }
> = {
  'verify-email': {
    summary: 'Confirm an e-mail address by the link of a mail',
    query: link,
    limit: 'sign-in'
  },
  'magic-link/verify': { summary: 'Sign in by the link of a mail', query: link, limit: 'sign-in' },
  'passkey/generate-register-options': {
    summary: 'What a browser needs to make a passkey',
    limit: 'read'
  },
  'passkey/generate-authenticate-options': {
    summary: 'What a browser needs to use a passkey',
    limit: 'read'
  },
  'passkey/list-user-passkeys': { summary: 'My passkeys', limit: 'read', gives: list },
  'list-accounts': { summary: 'My ways to sign in', limit: 'read', gives: list }
}
