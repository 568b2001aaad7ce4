import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '#servers/lib/context.ts'
import { openQueuedMail } from '#servers/lib/mail/courier.ts'
import { outboxFolder } from '#servers/lib/mail/outbox.ts'

/** Queued mails that are opened at a time. */
const PAGE = 200

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
  for (let last = ''; ;) {
    const queue = db.selectFrom('mail').select(['id', 'box']).where('id', '>', last)
    const page = await queue.orderBy('id').limit(PAGE).execute()
    const theirs = page.filter(({ box }) => isTheirs(openQueuedMail(secrets, box)?.to ?? ''))
    for (const { id } of theirs) await db.deleteFrom('mail').where('id', '=', id).execute()
    if (page.length < PAGE) break
    last = page.at(-1)?.id ?? last
  }
  const folder = outboxFolder(config)
  for (const name of await readdir(folder).catch(() => [])) {
    const file = join(folder, name)
    const [, to = ''] = /^To: (.*)\r\n/.exec(await readFile(file, 'utf8').catch(() => '')) ?? []
    if (isTheirs(to)) await rm(file, { force: true })
  }
}
