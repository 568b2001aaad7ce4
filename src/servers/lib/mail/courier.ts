import { setTimeout as pause } from 'node:timers/promises'
import type { Selectable } from 'kysely'
import type { Context } from '#servers/lib/context.ts'
import { claimMessages } from '#servers/lib/database/claim.ts'
import type { MailTable } from '#servers/lib/database/people-tables.ts'
import type { Mail } from '#servers/lib/mail/letter.ts'
import { writeToOutbox } from '#servers/lib/mail/outbox.ts'
import { createMailTransport, refusalOf, type MailTransport } from '#servers/lib/mail/smtp.ts'
import { nextAttemptTime } from '#servers/lib/retry.ts'

/** Milliseconds between checks for due mail. */
const TICK = 2000

/** Mails to send at a time, so that the mail server is not overloaded. */
const AT_ONCE = 5

/**
 * Milliseconds after which another process may send the emails of a process that has died. It is
 * longer than the slowest mail server takes.
 */
const LEASE = 5 * 60_000

const PAUSES = { first: 60_000, longest: 3_600_000 }

/**
 * Milliseconds that a stop waits for mails being sent. An interrupted mail is retried when its
 * lease is over.
 */
const STOP_PATIENCE = 5000

/** Delivers queued mails to the mail server. */
export type Courier = {
  /** Checks for due mail immediately, such as after a mail was queued. Never rejects. */
  wake(): Promise<void>
  stop(): Promise<void>
}

type Needs = Pick<Context, 'config' | 'database' | 'secrets' | 'clock' | 'log' | 'meter'>
type Row = Selectable<MailTable>

/**
 * Creates the courier. Each email is delivered once, over all processes. A failed one is retried
 * for a day with growing pauses.
 * @param tick milliseconds between checks; 0 checks only on `wake`, for tests with a manual clock
 */
export function createCourier({
  context,
  tick = TICK
}: {
  context: Needs
  tick?: number
}): Courier {
  const { config, log } = context
  // If no mail server is configured any more, emails that are still queued go to the outbox.
  const send: MailTransport =
    config.mail === null ? mail => writeToOutbox(context, mail) : createMailTransport(config.mail)
  let running: Promise<void> | null = null
  let again = false
  const ending = new AbortController()
  const timer = tick === 0 ? undefined : setInterval(() => void wake(), tick).unref()

  function wake(): Promise<void> {
    again = true
    running ??= round()
    return running
  }

  async function round(): Promise<void> {
    try {
      while (again && !ending.signal.aborted) {
        again = false
        const claimed = await claimMessages(context.database, 'mail', {
          now: context.clock.now(),
          lease: LEASE,
          atOnce: AT_ONCE
        })
        await Promise.all(claimed.map(row => deliver(context, send, row)))
        again ||= claimed.length === AT_ONCE
      }
    } catch (error) {
      log.error({ err: error }, 'mail could not be looked at')
    } finally {
      running = null
    }
  }

  return {
    wake: () => (ending.signal.aborted ? Promise.resolve() : wake()),
    async stop() {
      ending.abort()
      clearInterval(timer)
      await Promise.race([running, pause(STOP_PATIENCE, undefined, { ref: false })])
    }
  }
}

async function deliver(context: Needs, send: MailTransport, row: Row): Promise<void> {
  const { database, secrets, log, meter } = context
  const about = { mail: row.kind, id: row.id, attempts: row.attempts }
  const end = (): Promise<unknown> =>
    database.db.deleteFrom('mail').where('id', '=', row.id).execute()
  const mail = openQueuedMail(secrets, row.box)
  if (mail === null) {
    await end()
    meter?.mailTried('failed')
    return log.error(about, 'mail given up: it was sealed under a SECRET that is not known here')
  }
  const refusal = await send(mail, { id: row.id, date: new Date(row.created_at) }).then(
    () => null,
    refusalOf
  )
  if (refusal === null) {
    await end()
    meter?.mailTried('sent')
    return log.info(about, 'mail taken by the mail server')
  }
  const later = nextAttemptTime(
    { attempts: row.attempts, now: context.clock.now(), giveUpAt: row.give_up_at },
    PAUSES
  )
  if (refusal.final || later === null) {
    await end()
    meter?.mailTried('failed')
    return log.error(
      { ...about, reason: refusal.reason },
      refusal.final ? 'mail refused for good' : 'mail given up'
    )
  }
  meter?.mailTried('retried')
  log.warn({ ...about, reason: refusal.reason }, 'mail is tried again later')
  // The condition restricts the update to an email that this process still holds. A send that took
  // longer than its lease must not change it.
  const own = database.db
    .updateTable('mail')
    .where('id', '=', row.id)
    .where('next_at', '=', row.next_at)
  await own.set({ next_at: later, note: refusal.reason }).execute()
}

/** Opens a queued mail; null if it was sealed under another secret. */
export function openQueuedMail({ open }: Context['secrets'], box: string): Mail | null {
  try {
    return JSON.parse(open(box)) as Mail
  } catch {
    return null
  }
}
