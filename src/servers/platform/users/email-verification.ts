import type { User, Verification } from '#contract/user.ts'
import { Problem } from '#core/problem.ts'
import { fittingLocale } from '#i18n/locale.ts'
import type { Person } from '#servers/lib/access-token.ts'
import { sendMail } from '#servers/lib/mail.ts'
import { readMailSite } from '#servers/lib/mail/mail-site.ts'
import {
  readVerificationToken,
  signVerification,
  verificationLink
} from '#servers/lib/verification.ts'
import type { PlatformContext } from '#servers/platform/context.ts'
import { getUser } from '#servers/people/users.ts'
import { confirmEmail } from '#servers/platform/users/users.ts'

type Asker = { person: Person; url: URL; request: Request }

/** Reads whether a user's own e-mail address is confirmed. */
export async function readVerification(
  { database }: PlatformContext,
  userId: string
): Promise<Verification> {
  return toVerification(await getUser(database.db, userId))
}

/**
 * Confirms a user's own e-mail address by the token of a mail. Without a token, it sends the mail
 * again. It does neither if the address is already confirmed.
 * @throws Problem `bad_request` for an expired token, or one of another account or address
 */
export async function verifyEmail(
  context: PlatformContext,
  asker: Asker,
  token: string | undefined
): Promise<Verification> {
  const { database, secrets, clock } = context
  const user = await getUser(database.db, asker.person.userId)
  if (user.is_verified) return toVerification(user)
  if (token === undefined) {
    await sendAgain(context, user, asker)
    return toVerification(user)
  }
  const confirmed = await readVerificationToken(secrets, token)
  if (confirmed?.userId !== user.id || confirmed.email !== user.email.toLowerCase()) {
    throw new Problem('bad_request', {
      detail: 'token: expired',
      issues: [{ field: 'token', code: 'expired' }]
    })
  }
  await confirmEmail(database, user.id, clock.now())
  return readVerification(context, user.id)
}

async function sendAgain(
  context: PlatformContext,
  { id, email }: User,
  { person, url, request }: Asker
): Promise<void> {
  const { config, database, secrets, sites } = context
  // The placeholder origin covers all loopback addresses, so a link cannot lead back to it.
  const site = person.origin === (await sites.placeholder()) ? null : person.origin
  const { locales, brandIn } = await readMailSite(database.db, person.origin)
  const locale = fittingLocale(locales, null, request.headers.get('accept-language'))
  const token = await signVerification(secrets, { userId: id, email })
  await sendMail(context, {
    to: email,
    kind: 'verify',
    link: verificationLink(config, url, locale, token, site).href,
    locale,
    site: brandIn(locale, site ?? url.origin)
  })
}

function toVerification({ email, is_verified }: User): Verification {
  return { email, is_verified }
}
