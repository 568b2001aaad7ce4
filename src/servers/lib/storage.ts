import { Problem } from '#core/problem.ts'
import type { Context } from '#servers/lib/context.ts'

/** Most files of one person, whatever their size: as many are summed within some milliseconds. */
const MAX_FILES = 50_000

type Needs = { database: Pick<Context['database'], 'db'>; config: Context['config'] }

/**
 * Is there room for more files of a person? Uploads that have begun count with all their bytes. Results of work that was
 * paid for are kept in any case: their work is refused before it begins.
 * @param coming bytes that are to come
 * @throws Problem `content_too_large` with the issue `storage_full`
 */
export async function checkFileStorage({ database: { db }, config }: Needs, userId: string, coming = 0): Promise<void> {
  const { size, count } = await db
    .selectFrom('file')
    .select(({ fn }) => [fn.sum<number | null>('size').as('size'), fn.countAll<number>().as('count')])
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
 * Is there room for more words in a person's conversations?
 * @param coming bytes that are to come
 * @throws Problem `content_too_large` with the issue `chats_full`
 */
export async function checkChatStorage({ database: { db }, config }: Needs, userId: string, coming = 0): Promise<void> {
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
