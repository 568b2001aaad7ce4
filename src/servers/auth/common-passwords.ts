import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import list from '#servers/auth/common-passwords.json' with { type: 'json' }
import type { Queries } from '#servers/lib/database/queries.ts'

/** Calls that set a password. Others only compare one. */
const SETTING: readonly string[] = ['/sign-up/email', '/reset-password', '/change-password']

const COMMON: ReadonlySet<string> = new Set(list.passwords.split(' '))

/** The name of this software, which everybody can guess who sees a login page of it. */
const PRODUCT = 'Polymuse'

/** Tells whether a password is one of the most common ones, in upper or lower case. */
export function isCommonPassword(password: string): boolean {
  return COMMON.has(password.toLowerCase())
}

/**
 * Tells whether a password is one of some words, with any digits and signs: `Polymuse2026!` is the
 * word `polymuse`.
 */
export function isGuessableWord(password: string, words: readonly string[]): boolean {
  const letters = lettersOf(password)
  return letters !== '' && words.some(word => lettersOf(word) === letters)
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/\P{L}/gu, '')
}

/**
 * Lists the words that a password may not be: the name of this software, host names and titles of
 * the sites, and the user's email address.
 * @param email undefined if the call does not name it
 */
async function siteWords(db: Queries, hostname: string, email?: unknown): Promise<string[]> {
  const sites = await db.selectFrom('site').select(['origin', 'title']).execute()
  const hosts = [hostname, ...sites.map(({ origin }) => new URL(origin).hostname)]
  const address = typeof email === 'string' ? [email, email.replace(/@.*/, '')] : []
  const labels = hosts.flatMap(host => [host, ...host.split('.')])
  return [PRODUCT, ...labels, ...sites.map(({ title }) => title), ...address]
}

/**
 * Refuses common passwords, and words that belong to the site or the user, when a password is set,
 * since guessing begins with them.
 * @param hostname of the login page
 */
export function commonPasswordPlugin({ db }: { db: Queries }, hostname: string) {
  const handler = createAuthMiddleware(async call => {
    const { password, newPassword = password, email } = (call.body ?? {}) as Record<string, unknown>
    if (typeof newPassword !== 'string') return
    if (
      isCommonPassword(newPassword) ||
      isGuessableWord(newPassword, await siteWords(db, hostname, email))
    )
      throw new APIError('BAD_REQUEST', {
        code: 'PASSWORD_TOO_COMMON',
        message: 'this password is too common'
      })
  })
  return {
    id: 'common-passwords',
    hooks: { before: [{ matcher: ({ path }) => SETTING.includes(path ?? ''), handler }] }
  } satisfies BetterAuthPlugin
}
