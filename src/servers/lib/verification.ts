import { jwtVerify, SignJWT } from 'jose'
import { localizePath, type Locale } from '#i18n/locale.ts'
import type { Config } from '#servers/config.ts'
import type { Secrets } from '#servers/lib/secrets.ts'

/** Seconds for which the link of a mail confirms an address; the mail says it in words. */
const LINK_SECONDS = 3600

/** What better-auth signs its cookies and the links of its mails with. */
export function identitySecret(secrets: Secrets): string {
  return Buffer.from(secrets.key('identity')).toString('base64url')
}

/** The account that a link confirms: a later account with the same address is another one. */
export type Confirmed = { userId: string; email: string }

/**
 * A token that confirms an account's address, the same that better-auth makes and takes: sign-up and the platform, which
 * may be another process, send the same links. Its times are the machine's, as better-auth's are.
 */
export function signVerification(secrets: Secrets, { userId, email }: Confirmed): Promise<string> {
  return new SignJWT({ email: email.toLowerCase(), userId })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .setExpirationTime(`${LINK_SECONDS}s`)
    .sign(keyOf(secrets))
}

/** @returns the account that a token confirms, null for one that is not ours, is over, or is for something else */
export async function readVerificationToken(secrets: Secrets, token: string): Promise<Confirmed | null> {
  const verified = await jwtVerify(token, keyOf(secrets), { algorithms: ['HS256'], requiredClaims: ['exp'] }).catch(() => null)
  const { email, userId, updateTo, requestType } = verified?.payload ?? {}
  if (typeof email !== 'string' || typeof userId !== 'string') return null
  return updateTo === undefined && requestType === undefined ? { email, userId } : null
}

/**
 * Our page for the link of such a mail, at the login page's own host: it asks before it acts.
 * @param url of the call that sends it
 * @param site origin to go back to afterwards; null leaves it to the page
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
  link.search = new URLSearchParams({ mode: 'verify', token, ...(site !== null && { site }) }).toString()
  return link
}

function keyOf(secrets: Secrets): Uint8Array {
  return new TextEncoder().encode(identitySecret(secrets))
}
