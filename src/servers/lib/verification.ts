import { jwtVerify, SignJWT } from 'jose'
import { localizePath, type Locale } from '#i18n/locale.ts'
import type { Config } from '#servers/config.ts'
import type { Secrets } from '#servers/lib/secrets.ts'

/** Seconds that a mail link confirms an address; the mail's text names the same time. */
const LINK_SECONDS = 3600

/** Derives the secret with which better-auth signs its cookies and mail links. */
export function identitySecret(secrets: Secrets): string {
  return Buffer.from(secrets.key('identity')).toString('base64url')
}

/** Derives the same from the secret before a rotation; null if there is none. */
export function previousIdentitySecret(secrets: Secrets): string | null {
  const key = secrets.previousKey('identity')
  return key === null ? null : Buffer.from(key).toString('base64url')
}

/**
 * The account that a link confirms. It contains the user, since a later account with the same
 * address must not be confirmed.
 */
type Confirmed = { userId: string; email: string }

/**
 * Signs a token that confirms an account's address, in better-auth's own format. Sign-up and the
 * platform, which may be another process, send the same links. It uses the machine's clock, as
 * better-auth does.
 */
export function signVerification(secrets: Secrets, { userId, email }: Confirmed): Promise<string> {
  return new SignJWT({ email: email.toLowerCase(), userId })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .setExpirationTime(`${LINK_SECONDS}s`)
    .sign(keyOf(secrets))
}

/**
 * Verifies a token.
 * @returns its account; null for one that is not ours, has expired, or has another purpose
 */
export async function readVerificationToken(
  secrets: Secrets,
  token: string
): Promise<Confirmed | null> {
  const verified = await jwtVerify(token, keyOf(secrets), {
    algorithms: ['HS256'],
    requiredClaims: ['exp']
  }).catch(() => null)
  const { email, userId, updateTo, requestType } = verified?.payload ?? {}
  if (typeof email !== 'string' || typeof userId !== 'string') return null
  return updateTo === undefined && requestType === undefined ? { email, userId } : null
}

/**
 * Builds the link in an email that confirms an address. It leads to a page at the login page's own
 * host that asks before it acts.
 * @param url of the call that sends the email
 * @param site origin to return to; null leaves the choice to the page
 */
export function verificationLink(
  config: Pick<Config, 'hosts' | 'testHosts'>,
  url: URL,
  locale: Locale,
  token: string,
  site: string | null
): URL {
  const isTest = Object.values(config.testHosts).includes(url.origin)
  const base = (isTest ? config.testHosts.auth : config.hosts.auth) ?? url.origin
  const link = new URL(localizePath('/auth/login', locale), base)
  link.search = new URLSearchParams({
    mode: 'verify',
    token,
    ...(site !== null && { site })
  }).toString()
  return link
}

function keyOf(secrets: Secrets): Uint8Array {
  return new TextEncoder().encode(identitySecret(secrets))
}
