import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Json, MediaOutput } from '#core/provider.ts'
import { Problem } from '#core/problem.ts'
import { fileIdIn } from '#servers/files/address.ts'
import { exampleName, openExample } from '#servers/files/example-files.ts'
import { blobKey, fillFile, findFile, reserveUpload, type FileRow } from '#servers/files/keep.ts'
import { createOutputs, type OutputOptions } from '#servers/files/outputs.ts'
import { thumbnailKeys } from '#servers/files/thumbnails.ts'
import type { RunRow } from '#servers/lib/database/tables.ts'
import { MEDIA_VENDORS } from '#servers/config-providers.ts'
import type { Context } from '#servers/lib/context.ts'

export type FileBytes = { name: string; type: string; size: number; body: ReadableStream<Uint8Array> }

/** What is kept for people: what they uploaded, what was made for them. */
export type FileStore = {
  /**
   * Copies a task's outputs into our store before it may succeed: streamed, capped, hashed, their type told by their
   * bytes. What an earlier try of the same task left is dropped first.
   * @returns the new ids, and each output's values with the paths of its files in them (see `absoluteFiles`)
   * @throws Problem `api_error`, or `canceled` by the signal; then nothing is kept
   */
  keepOutputs(task: RunRow, outputs: readonly MediaOutput[], signal: AbortSignal): Promise<{ kept: string[]; data: Json[] }>
  /**
   * @param size bytes that are to come; as many as an upload may have, where nobody says
   * @throws Problem `content_too_large` past the limit of uploads and the person's quota; then nothing is kept
   */
  keepUpload(userId: string, name: string, body: ReadableStream<Uint8Array>, size?: number): Promise<FileRow>
  /** A person's files, newest first. */
  list(userId: string, page: { limit: number; offset: number }): Promise<{ rows: FileRow[]; count: number }>
  /** Removes rows, blobs, thumbnails, unfinished uploads: the address answers 404 from then on. */
  drop(ids: readonly string[]): Promise<void>
  /** Does an address lead to our own files? Such a one is never fetched: see {@link bytesOf}. */
  isOurs(address: string): Promise<boolean>
  /** Is it one of the site's own files that the documentation's examples name? It is read from disk: see {@link bytesOf}. */
  isExample(address: string): Promise<boolean>
  /**
   * The file behind one of our own addresses, read from the blob store, or an example's from disk; whoever knows the
   * address may have it. Null when it is not ours. @throws Problem `not_found` when it is ours and leads to nothing
   */
  bytesOf(address: string): Promise<FileBytes | null>
}

type Needs = Pick<Context, 'database' | 'blobs' | 'clock' | 'config' | 'sites' | 'keys'>

export function createFileStore({ context, ...options }: { context: Needs } & OutputOptions): FileStore {
  const { blobs, config, sites, keys } = context
  const { db } = context.database
  const isVendor = (origin: string): boolean =>
    MEDIA_VENDORS.some(name => keys.of(name).some(({ baseURL }) => URL.canParse(baseURL) && new URL(baseURL).origin === origin))

  async function drop(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    // Hidden before anything is removed: what fails halfway is nobody's to see, and is swept later.
    await db.updateTable('file').set({ blob: '' }).where('id', 'in', ids).execute()
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
    // Another Polymuse on this machine has the same kind of addresses at a port of its own.
    if (isVendor(origin)) return false
    const plain = /^https?:$/.test(protocol) && username === '' && password === ''
    return plain && pathname.startsWith('/files/') && (await sites.originOf(address)) !== null
  }

  async function bytesOf(address: string): Promise<FileBytes | null> {
    const example = await exampleName(sites, address)
    if (example !== null) return openExample(example)
    if (!(await isOurs(address))) return null
    const row = await findFile(context.database, fileIdIn(new URL(address).pathname) ?? '')
    const body = row && (await blobs.get(row.blob))
    if (row === null || body === null) throw new Problem('not_found', { detail: 'there is no such file' })
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
    async list(userId, { limit, offset }) {
      const own = db.selectFrom('file').where('user_id', '=', userId).where('blob', '!=', '')
      const counted = await own.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
      const rows = await own.selectAll().orderBy('created_at', 'desc').orderBy('id').limit(limit).offset(offset).execute()
      return { rows, count: Number(counted.count) }
    },
    drop,
    isOurs,
    isExample: async address => (await exampleName(sites, address)) !== null,
    bytesOf
  }
}

/** Where uploads grow that come in pieces. */
export function uploadsFolder({ dataDir }: Pick<Context['config'], 'dataDir'>): string {
  return join(dataDir, 'uploads')
}

/** What a resumable upload has left on the way, its bytes and what is known of them. */
export async function removeUnfinished(config: Pick<Context['config'], 'dataDir'>, id: string): Promise<void> {
  for (const name of [id, `${id}.json`]) await rm(join(uploadsFolder(config), name), { force: true })
}
