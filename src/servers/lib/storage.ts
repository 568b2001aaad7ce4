import { Problem } from '#core/problem.ts'
import type { Context } from '#servers/lib/context.ts'

/** Most files of one user, of any size: their sizes can be summed within some milliseconds. */
const MAX_FILES = 50_000

type Needs = { database: Pick<Context['database'], 'db'>; config: Context['config'] }

/**
 * Refuses more files when a user's storage is full. Uploads in progress count with all their bytes.
 * Results of paid work are always stored, so such work is refused before it starts.
 * @param coming bytes that the call adds
 * @throws Problem `content_too_large` with the issue `storage_full`
 */
export async function checkFileStorage(
  { database: { db }, config }: Needs,
  userId: string,
  coming = 0
): Promise<void> {
  const { size, count } = await db
    .selectFrom('file')
    .select(({ fn }) => [
      fn.sum<number | null>('size').as('size'),
      fn.countAll<number>().as('count')
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  const used = Number(size ?? 0)
  if (used + coming <= config.storageQuota && Number(count) <= MAX_FILES) return
  throw new Problem('content_too_large', {
    detail: `${used} of ${config.storageQuota} bytes and ${Number(count)} of ${MAX_FILES} files are in use: delete some, then try again`,
    issues: [{ field: 'file', code: 'storage_full' }]
  })
}

/**
 * Refuses more text when a user's conversations are full.
 * @param coming bytes that the call adds
 * @throws Problem `content_too_large` with the issue `chats_full`
 */
export async function checkChatStorage(
  { database: { db }, config }: Needs,
  userId: string,
  coming = 0
): Promise<void> {
  const { size } = await db
    .selectFrom('conversation')
    .select(({ fn }) => fn.sum<number | null>('size').as('size'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  const used = Number(size ?? 0)
  if (used + coming <= config.chatQuota) return
  throw new Problem('content_too_large', {
    detail: `conversations use ${used} of ${config.chatQuota} bytes: delete some, then try again`,
    issues: [{ field: 'messages', code: 'chats_full' }]
  })
}
