import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locale } from '#i18n/locale.ts'
import { sentences } from '#i18n/sentences.server.ts'
import type { Context } from '#servers/lib/context.ts'

export type Mail = { to: string; kind: 'verify'; link: string; locale: Locale }

/**
 * Writes a mail into `DATA_DIR/outbox` and its link into the log, so that a deployment without a mail server
 * loses none: the operator hands it on.
 */
export async function writeMail({ config, clock, log }: Pick<Context, 'config' | 'clock' | 'log'>, mail: Mail): Promise<void> {
  const say = sentences(mail.locale, 'mail')
  const folder = join(config.dataDir, 'outbox')
  const name = `${new Date(clock.now()).toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`
  const text = [
    `To: ${mail.to}`,
    `Subject: ${say(`mail.${mail.kind}.subject`)}`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    say(`mail.${mail.kind}.body`, { link: mail.link }),
    ''
  ].join('\r\n')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, name), text, { mode: 0o600 })
  log.info({ mail: mail.kind, file: name, link: mail.link }, 'mail written to the outbox')
}
