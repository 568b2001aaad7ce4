import { exportAccount } from '#servers/auth/account/export.ts'
import { archivePath, readFinishedFiles } from '#servers/auth/account/export-files.ts'
import type { Context } from '#servers/lib/context.ts'
import { zipResponse, type ZipEntry } from '#servers/lib/zip.ts'

type Needs = Pick<Context, 'database' | 'clock' | 'config' | 'blobs'>

/**
 * Writes everything that is kept about a user as a zip: `account.json` and all files.
 * @param own.sessionId the login page's session, marked as the current device
 */
export async function archiveAccount(
  needs: Needs,
  own: { userId: string; sessionId?: string },
  url: URL
): Promise<Response> {
  const { body } = await exportAccount(needs, own, url)
  const day = new Date(needs.clock.now()).toISOString().slice(0, 10)
  return zipResponse(entries(needs, own.userId, body), `account-${day}`)
}

async function* entries(
  { database, blobs, clock }: Needs,
  userId: string,
  document: Response['body']
): AsyncGenerator<ZipEntry> {
  if (document !== null)
    yield { name: 'account.json', lastModified: new Date(clock.now()), input: document }
  for await (const row of readFinishedFiles(database.db, userId)) {
    const input = await blobs.get(row.blob)
    // A file may be missing, since the user may delete it while the archive is read.
    if (input !== null)
      yield { name: archivePath(row), lastModified: new Date(row.created_at), input }
  }
}
