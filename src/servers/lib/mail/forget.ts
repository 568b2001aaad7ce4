import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '#servers/lib/context.ts'
import { openQueuedMail } from '#servers/lib/mail/courier.ts'
import { outboxFolder } from '#servers/lib/mail/outbox.ts'

/**
 * Removes the emails to an address whose account was deleted: those that wait to be sent, and the
 * files that a deployment without a mail server keeps.
 * @param address in any upper or lower case
 */
export async function forgetMails(
  { config, database: { db }, secrets }: Pick<Context, 'config' | 'database' | 'secrets'>,
  address: string
): Promise<void> {
  const isTheirs = (to: string): boolean => to.toLowerCase() === address.toLowerCase()
  for (const { id, box } of await db.selectFrom('mail').select(['id', 'box']).execute()) {
    if (isTheirs(openQueuedMail(secrets, box)?.to ?? ''))
      await db.deleteFrom('mail').where('id', '=', id).execute()
  }
  const folder = outboxFolder(config)
  for (const name of await readdir(folder).catch(() => [])) {
    const file = join(folder, name)
    const [, to = ''] = /^To: (.*)\r\n/.exec(await readFile(file, 'utf8').catch(() => '')) ?? []
    if (isTheirs(to)) await rm(file, { force: true })
  }
}
