import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readMail } from './smtp.ts'

/**
 * Reads the link of the newest email to an address, from the outbox of a studio without an email
 * server.
 * @param dataDir `DATA_DIR` of the studio
 * @returns its path and query
 */
export async function mailedLink(dataDir: string, to: string): Promise<string> {
  const folder = join(dataDir, 'outbox')
  const names = (await readdir(folder)).toSorted().toReversed()
  const mails = await Promise.all(
    names.map(async name => readMail(await readFile(join(folder, name), 'utf8')))
  )
  const text = mails.find(({ headers }) => headers['to']?.includes(to))?.parts[0]?.text ?? ''
  const link = new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? '')
  return link.pathname + link.search
}
