import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import list from '#servers/auth/common-passwords.json' with { type: 'json' }

/** Calls that set a password. Others only compare one. */
const SETTING: readonly string[] = ['/sign-up/email', '/reset-password', '/change-password']

const COMMON: ReadonlySet<string> = new Set(list.passwords.split(' '))

/** Tells whether a password is one of the most common ones, in upper or lower case. */
export function isCommonPassword(password: string): boolean {
  return COMMON.has(password.toLowerCase())
}

/** Refuses common passwords when one is set, since guessing begins with them. */
export function commonPasswordPlugin() {
  const handler = createAuthMiddleware(call => {
    const { password, newPassword = password } = (call.body ?? {}) as Record<string, unknown>
    if (typeof newPassword === 'string' && isCommonPassword(newPassword))
      throw new APIError('BAD_REQUEST', {
        code: 'PASSWORD_TOO_COMMON',
        message: 'this password is too common'
      })
    return Promise.resolve()
  })
  return {
    id: 'common-passwords',
    hooks: { before: [{ matcher: ({ path }) => SETTING.includes(path ?? ''), handler }] }
  } satisfies BetterAuthPlugin
}
