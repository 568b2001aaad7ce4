import { randomUUID } from 'node:crypto'
import type { Context } from '#servers/lib/context.ts'
import type { Mail, MailKind } from '#servers/lib/mail/letter.ts'
import { writeToOutbox } from '#servers/lib/mail/outbox.ts'

export type { Mail, MailKind } from '#servers/lib/mail/letter.ts'

/** Milliseconds for which a mail is tried. */
const GIVE_UP_AFTER = 24 * 3_600_000

/** What a mail can go to: nothing that a header or the language of mail servers gives a meaning to. */
const ADDRESS = /^[^\s\p{Cc}<>()[\]\\,;:"@]{1,64}@[^\s\p{Cc}<>()[\]\\,;:"@]{1,255}$/u

/** Each of these is counted for itself: whoever asks for sign-in links in somebody's name keeps no notice from them. */
const OWN_COUNT: readonly MailKind[] = ['renewal', 'low_balance']

/** What nobody can ask for in another's name, and its person must hear of. */
const ALWAYS: readonly MailKind[] = ['changed', 'order', 'refund']

type Needs = Pick<Context, 'config' | 'database' | 'secrets' | 'clock' | 'log' | 'limits'>

/**
 * Sees that a mail goes out: into the outbox where there is no mail server, else written down for the courier. It never
 * waits for the mail server, so that neither an answer nor its time tells whether there is such an address. One too many to
 * one address is passed over, and answered like any other.
 */
export async function sendMail(context: Needs, mail: Mail): Promise<void> {
  if (!ADDRESS.test(mail.to)) return void context.log.warn({ mail: mail.kind }, 'mail to no proper address is not sent')
  const counted = OWN_COUNT.includes(mail.kind) ? `${mail.kind} ${mail.to}` : mail.to
  if (!ALWAYS.includes(mail.kind) && !(await context.limits.mayMail(counted)))
    return void context.log.warn({ mail: mail.kind }, 'one mail too many to one address is not sent')
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
