import { randomUUID } from 'node:crypto'
import { betterAuth } from 'better-auth'
import { DEFAULT_LOCALE, negotiateLocale } from '#i18n/locale.ts'
import type { Context } from '#servers/lib/context.ts'
import { writeMail } from '#servers/lib/mail.ts'

/** Shortest password, in characters. */
export const MIN_PASSWORD = 8
const MAX_PASSWORD = 128

/** Life of the login page's own session in seconds, renewed by use once a day. */
const SESSION_SECONDS = 30 * 24 * 3600

/** Who people are: better-auth, given only the routes that `auth/routes.ts` lets through. */
export type Identity = {
  /** Passes a request for `/api/auth/*` to better-auth. */
  handle(request: Request): Promise<Response>
  /** The person of the login page's own cookie, or null. */
  signedIn(headers: Headers): Promise<{ userId: string; sessionId: string } | null>
}

/**
 * @param base the public origin of the login page; cookies are `Secure` when it is https
 */
export function createIdentity(context: Context, base: string): Identity {
  const auth = betterAuth({
    baseURL: base,
    basePath: '/api/auth',
    secret: Buffer.from(context.secrets.key('identity')).toString('base64url'),
    database: { db: context.database.db, type: context.database.kind },
    trustedOrigins: [base],
    telemetry: { enabled: false },
    logger: { disabled: true },
    emailAndPassword: { enabled: true, minPasswordLength: MIN_PASSWORD, maxPasswordLength: MAX_PASSWORD },
    emailVerification: {
      sendOnSignUp: true,
      sendVerificationEmail: async ({ user, url }, request) => {
        const locale = negotiateLocale(request?.headers.get('accept-language')) ?? DEFAULT_LOCALE
        await writeMail(context, { to: user.email, kind: 'verify', link: url, locale })
      }
    },
    session: { expiresIn: SESSION_SECONDS, updateAge: 24 * 3600 },
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: 'polymuse',
      useSecureCookies: base.startsWith('https:'),
      database: { generateId: () => randomUUID() }
    }
  })
  return {
    handle: request => auth.handler(request),
    async signedIn(headers) {
      const found = await auth.api.getSession({ headers })
      return found === null ? null : { userId: found.user.id, sessionId: found.session.id }
    }
  }
}
