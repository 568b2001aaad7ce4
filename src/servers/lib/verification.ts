import type { Secrets } from '#servers/lib/secrets.ts'

/** What better-auth signs its cookies and the links of its mails with. */
export function identitySecret(secrets: Secrets): string {
  return Buffer.from(secrets.key('identity')).toString('base64url')
}
