import { randomUUID } from 'node:crypto'
import type { Context } from '#servers/lib/context.ts'
import type { Mail, MailKind } from '#servers/lib/mail/letter.ts'
import { writeToOutbox } from '#servers/lib/mail/outbox.ts'

export type { Mail } from '#servers/lib/mail/letter.ts'

/** Milliseconds after which an undelivered mail is given up. */
const GIVE_UP_AFTER = 24 * 3_600_000

/** Matches valid email addresses. Their characters have no special meaning in headers or SMTP. */
const ADDRESS = /^[^\s\p{Cc}<>()[\]\\,;:"@]{1,64}@[^\s\p{Cc}<>()[\]\\,;:"@]{1,255}$/u

/**
 * Kinds of email whose rate limit is separate, so that a stranger who requests sign-in links cannot
 * use it up.
 */
const OWN_COUNT: readonly MailKind[] = ['renewal', 'low_balance', 'result', 'refused']

/** Mails that a stranger cannot trigger and that the user must get, without a rate limit. */
const ALWAYS: readonly MailKind[] = ['changed', 'order', 'refund', 'drift']

type Needs = Pick<Context, 'config' | 'database' | 'secrets' | 'clock' | 'log' | 'limits'>

/**
 * Writes a mail to the outbox, or queues it for the courier where a mail server is configured. It
 * never waits for the mail server, so neither the response nor its time tells whether the address
 * is known. Mails over the rate limit of an address are dropped, and the response looks the same.
 */
export async function sendMail(context: Needs, mail: Mail): Promise<void> {
  if (!ADDRESS.test(mail.to))
    return void context.log.warn({ mail: mail.kind }, 'mail to no proper address is not sent')
  const counted = OWN_COUNT.includes(mail.kind) ? `${mail.kind} ${mail.to}` : mail.to
  if (!ALWAYS.includes(mail.kind) && !(await context.limits.mayMail(counted)))
    return void context.log.warn(
      { mail: mail.kind },
      'one mail too many to one address is not sent'
    )
  if (context.config.mail === null) return writeToOutbox(context, mail)
  const now = context.clock.now()
  await context.database.db
    .insertInto('mail')
    .values({
      id: randomUUID(),
      kind: mail.kind,
      box: context.secrets.seal(JSON.stringify(mail)),
      note: '',
      attempts: 0,
      next_at: now,
      give_up_at: now + GIVE_UP_AFTER,
      created_at: now
    })
    .execute()
}
