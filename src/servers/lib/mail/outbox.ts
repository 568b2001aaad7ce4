import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '#servers/lib/context.ts'
import { composeMail, type Mail } from '#servers/lib/mail/letter.ts'

/** Returns the folder of mails that were not sent. */
export function outboxFolder({ dataDir }: Pick<Context['config'], 'dataDir'>): string {
  return join(dataDir, 'outbox')
}

/**
 * Writes a mail to `DATA_DIR/outbox` and its link to the log. A deployment without a mail server
 * loses no mail: the operator forwards it.
 */
export async function writeToOutbox(
  { config, clock, log }: Pick<Context, 'config' | 'clock' | 'log'>,
  mail: Mail
): Promise<void> {
  const { subject, text } = composeMail(mail)
  const folder = outboxFolder(config)
  const name = `${new Date(clock.now()).toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`
  const lines = [
    `To: ${mail.to}`,
    `Subject: ${subject}`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    text,
    ''
  ]
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, name), lines.join('\r\n'), { mode: 0o600 })
  log.info({ mail: mail.kind, file: name, link: mail.link }, 'mail written to the outbox')
}
