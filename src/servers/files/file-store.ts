import type { FileBytes, FileStore } from '#servers/files/store-type.ts'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Problem } from '#core/problem.ts'
import { MEDIA_VENDORS } from '#core/vendor-names.ts'
import { fileIdIn } from '#servers/files/file-id.ts'
import { exampleName, openExample } from '#servers/files/example-files.ts'
import { blobKey, fillFile, findFile, reserveUpload, type FileRow } from '#servers/files/keep.ts'
import { createOutputs, type OutputOptions } from '#servers/files/outputs.ts'
import { thumbnailKeys } from '#servers/files/thumbnails.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { removeItemsOfFiles } from '#servers/library/change.ts'

type Needs = Pick<Context, 'database' | 'blobs' | 'clock' | 'config' | 'sites' | 'keys'>

export function createFileStore({
  context,
  ...options
}: { context: Needs } & OutputOptions): FileStore {
  const { blobs, config, sites, keys } = context
  const { db } = context.database
  async function drop(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    // The rows lose their blobs before the bytes are removed. If the process dies in between,
    // nobody can open the files, and a sweep removes the bytes later.
    await db.updateTable('file').set({ blob: '' }).where('id', 'in', ids).execute()
    await removeItemsOfFiles(db, ids)
    for (const id of ids) {
      await removeUnfinished(config, id)
      const blob = blobKey(id)
      for (const key of [blob, ...thumbnailKeys(blob)]) await blobs.delete(key)
    }
    await db.deleteFrom('file').where('id', 'in', ids).execute()
  }

  async function isOurs(address: string): Promise<boolean> {
    if (!URL.canParse(address)) return false
    const { protocol, username, password, pathname, origin } = new URL(address)
    // A vendor on this machine may be another Polymuse, whose addresses have the same form at its
    // own port.
    if (isVendor(keys, origin)) return false
    const plain = /^https?:$/.test(protocol) && username === '' && password === ''
    return plain && pathname.startsWith('/files/') && (await sites.originOf(address)) !== null
  }

  async function bytesOf(address: string): Promise<FileBytes | null> {
    const example = await exampleName(sites, address)
    if (example !== null) return openExample(example)
    if (!(await isOurs(address))) return null
    const row = await findFile(context.database, fileIdIn(new URL(address).pathname) ?? '')
    const body = row && (await blobs.get(row.blob))
    if (row === null || body === null)
      throw new Problem('not_found', { detail: 'there is no such file' })
    return { name: row.name, type: row.type, size: row.size, body }
  }

  return {
    keepOutputs: createOutputs({ context, drop, bytesOf, ...options }),
    async keepUpload(userId, name, body, size = config.uploadLimit) {
      const id = await reserveUpload(context, { userId, name, size })
      try {
        return await fillFile(context, id, body, { maxBytes: config.uploadLimit })
      } catch (error) {
        await drop([id])
        throw error
      }
    },
    list: (userId, page) => listFiles(db, userId, page),
    drop,
    isOurs,
    isExample: async address => (await exampleName(sites, address)) !== null,
    bytesOf
  }
}

/** Tells whether an origin is the address of a configured vendor. */
function isVendor(keys: Needs['keys'], origin: string): boolean {
  return MEDIA_VENDORS.some(name =>
    keys.of(name).some(({ baseURL }) => URL.canParse(baseURL) && new URL(baseURL).origin === origin)
  )
}

/** Lists a user's files, newest first. */
async function listFiles(
  db: Queries,
  userId: string,
  { limit, offset }: { limit: number; offset: number }
): Promise<{ rows: FileRow[]; count: number }> {
  const own = db.selectFrom('file').where('user_id', '=', userId).where('blob', '!=', '')
  const counted = await own
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const rows = await own
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
  return { rows, count: Number(counted.count) }
}

/** Returns the folder of unfinished resumable uploads. */
export function uploadsFolder({ dataDir }: Pick<Context['config'], 'dataDir'>): string {
  return join(dataDir, 'uploads')
}

/** Removes the bytes and the state of an unfinished resumable upload. */
export async function removeUnfinished(
  config: Pick<Context['config'], 'dataDir'>,
  id: string
): Promise<void> {
  for (const name of [id, `${id}.json`])
    await rm(join(uploadsFolder(config), name), { force: true })
}
