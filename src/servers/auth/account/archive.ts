import { makeZip } from 'client-zip'
import { exportAccount } from '#servers/auth/account/export.ts'
import { archivePath, filesOf } from '#servers/auth/account/export-lists.ts'
import type { Context } from '#servers/lib/context.ts'

type Needs = Pick<Context, 'database' | 'clock' | 'config' | 'blobs'>

/**
 * Writes everything that is kept about a user as a zip: `account.json` and all files. It is written
 * while it is read, one file at a time. Nothing is compressed, since media already are.
 * @param own.sessionId the login page's session, marked as the current device
 */
export async function archiveAccount(
  needs: Needs,
  own: { userId: string; sessionId?: string },
  url: URL
): Promise<Response> {
  const { body } = await exportAccount(needs, own, url)
  const day = new Date(needs.clock.now()).toISOString().slice(0, 10)
  return new Response(untilLeft(makeZip(entries(needs, own.userId, body))), {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="account-${day}.zip"`
    }
  })
}

/** The library rejects when its reader leaves, which is no failure of ours. */
function untilLeft(zip: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = zip.getReader()
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await reader.read()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel(reason) {
      await reader.cancel(reason).catch(() => undefined)
    }
  })
}

async function* entries(
  { database, blobs, clock }: Needs,
  userId: string,
  document: Response['body']
): AsyncGenerator<{ name: string; lastModified: Date; input: ReadableStream<Uint8Array> }> {
  if (document !== null)
    yield { name: 'account.json', lastModified: new Date(clock.now()), input: document }
  for await (const row of filesOf(database.db, userId)) {
    const input = await blobs.get(row.blob)
    // The user may delete a file while the archive is read.
    if (input !== null)
      yield { name: archivePath(row), lastModified: new Date(row.created_at), input }
  }
}
