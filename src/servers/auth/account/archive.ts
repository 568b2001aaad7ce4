import type { Locale } from '#i18n/locale.ts'
import { exportAccount } from '#servers/auth/account/export.ts'
import { archivePath, readFinishedFiles } from '#servers/auth/account/export-files.ts'
import { exportPage } from '#servers/auth/account/export-page.ts'
import type { Context } from '#servers/lib/context.ts'
import { getUser } from '#servers/people/users.ts'
import { zipResponse, type ZipEntry } from '#servers/lib/zip.ts'

type Needs = Pick<Context, 'database' | 'clock' | 'config' | 'blobs'>

/**
 * Writes everything that is kept about a user as a zip: `index.html` to read, `account.json` for
 * programs, and all files.
 * @param own.sessionId the login page's session, marked as the current device
 */
export async function archiveAccount(
  needs: Needs,
  own: { userId: string; sessionId?: string; locale: Locale },
  url: URL
): Promise<Response> {
  const { body } = await exportAccount(needs, own, url)
  const day = new Date(needs.clock.now()).toISOString().slice(0, 10)
  const { email } = await getUser(needs.database.db, own.userId)
  const page = exportPage(needs.database.db, { ...own, email, day })
  return zipResponse(entries(needs, own.userId, { page, body }), `account-${day}`)
}

async function* entries(
  { database, blobs, clock }: Needs,
  userId: string,
  { page, body }: { page: ReadableStream<Uint8Array>; body: Response['body'] }
): AsyncGenerator<ZipEntry> {
  const lastModified = new Date(clock.now())
  yield { name: 'index.html', lastModified, input: page }
  if (body !== null) yield { name: 'account.json', lastModified, input: body }
  for await (const row of readFinishedFiles(database.db, userId)) {
    const input = await blobs.get(row.blob)
    // A file may be missing, since the user may delete it while the archive is read.
    if (input !== null)
      yield { name: archivePath(row), lastModified: new Date(row.created_at), input }
  }
}
