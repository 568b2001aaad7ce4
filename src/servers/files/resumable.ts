import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Server } from '@tus/server'
import { Problem, toProblem } from '#core/problem.ts'
import { fileBase, filePath } from '#servers/files/address.ts'
import { safeName } from '#servers/files/file-name.ts'
import { removeUnfinished, uploadsFolder } from '#servers/files/file-store.ts'
import { fillFile, findFile, reserveUpload, type FileRow } from '#servers/files/keep.ts'
import type { Context } from '#servers/lib/context.ts'
import { addUpload } from '#servers/library/add.ts'
import { randomToken } from '#servers/lib/secrets.ts'

export const RESUMABLE_PATH = '/api/v1/files/tus'

/**
 * Supported extensions of tus. Uploads without a length at the start are not, since a file that is
 * too large could not be refused early.
 */
export const TUS_EXTENSIONS = ['creation', 'creation-with-upload', 'termination'] as const

/** Response header with the address of the finished file. */
export const FILE_URL_HEADER = 'x-file-url'

/** Uploads in pieces by the tus protocol, version 1. An upload has the id of its later file. */
export type ResumableUploads = {
  /**
   * Answers a call of the protocol. The caller has checked whose upload it is.
   * @param userId the user of a new upload
   */
  answer(request: Request, userId: string): Promise<Response>
  /**
   * Returns how many bytes of an upload have arrived, and its file if it is finished. If the
   * process died while the upload became a file, this completes it.
   */
  state(id: string): Promise<{ offset: number; length: number; file: FileRow | null }>
}

type Needs = Pick<Context, 'database' | 'blobs' | 'clock' | 'config'>

export function createResumableUploads(context: Needs): ResumableUploads {
  const { config } = context
  const folder = uploadsFolder(config)
  const owners = new WeakMap<object, string>()
  const moving = new Map<string, Promise<FileRow>>()
  let server: Promise<Server> | null = null

  /** Makes a finished upload a file, once, also if several calls ask for it. */
  function moveToFiles(id: string): Promise<FileRow> {
    const move = async (): Promise<FileRow> => {
      const before = await findFile(context.database, id)
      if (before !== null) return before
      const body = Readable.toWeb(createReadStream(join(folder, id))) as ReadableStream<Uint8Array>
      const row = await fillFile(context, id, body, { maxBytes: config.uploadLimit })
      await addUpload(context.database.db, row)
      await removeUnfinished(config, id)
      return row
    }
    const moved = moving.get(id) ?? move().finally(() => moving.delete(id))
    moving.set(id, moved)
    return moved
  }

  const createServer = (): Promise<Server> =>
    createTusServer(context, { ownerOf: request => owners.get(request), moveToFiles })

  return {
    async answer(request, userId) {
      owners.set(request, userId)
      server ??= createServer()
      return (await server).handleWeb(request)
    },
    async state(id) {
      const before = await findFile(context.database, id)
      if (before !== null) return whole(before)
      const { datastore } = await (server ??= createServer())
      const upload = await datastore.getUpload(id).catch(() => null)
      if (upload !== null && upload.offset !== upload.size)
        return { offset: upload.offset, length: upload.size ?? 0, file: null }
      // The upload may have become a file between the two reads.
      const file = upload === null ? await findFile(context.database, id) : await moveToFiles(id)
      if (file === null) throw new Problem('not_found', { detail: 'this upload has ended' })
      return whole(file)
    }
  }
}

type Parts = {
  /** Returns the user who sends a request, if the route has checked them. */
  ownerOf(request: object): string | undefined
  moveToFiles(id: string): Promise<FileRow>
}

/** Loads the tus library when it is first needed. It creates its folder. */
async function createTusServer(context: Needs, { ownerOf, moveToFiles }: Parts): Promise<Server> {
  const { config } = context
  const [{ Server: TusServer }, { FileStore: TusFiles }] = await Promise.all([
    import('@tus/server'),
    import('@tus/file-store')
  ])
  const datastore = new TusFiles({ directory: uploadsFolder(config) })
  datastore.extensions = [...TUS_EXTENSIONS]
  return new TusServer({
    path: RESUMABLE_PATH,
    datastore,
    maxSize: config.uploadLimit,
    relativeLocation: true,
    // CORS is handled by our routes, so the library allows no origin itself.
    allowedOrigins: () => false,
    namingFunction: () => randomToken(),
    // The id is taken from the path, which the route has checked. An id in the query would be
    // unchecked.
    getFileIdFromRequest: ({ url }) => idIn(new URL(url).pathname),
    async onUploadCreate(request, upload) {
      const name = safeName(upload.metadata?.['filename'] ?? upload.metadata?.['name'] ?? '')
      const userId = ownerOf(request)
      if (userId === undefined) throw new TypeError('an upload needs its person')
      const size = upload.size ?? config.uploadLimit
      await reserveUpload(context, { userId, name, size }, upload.id).catch(refuse)
      return {}
    },
    async onUploadFinish(request, upload) {
      const row = await moveToFiles(upload.id)
      return {
        headers: { [FILE_URL_HEADER]: fileBase(config, new URL(request.url)) + filePath(row) }
      }
    }
  })
}

/**
 * Throws an error in the form that the library turns into a response. It would report any other
 * error as a failure of the server.
 */
function refuse(error: unknown): never {
  const { status, detail } = toProblem(error)
  throw Object.assign(new Error(detail, { cause: error }), { status_code: status, body: detail })
}

function whole(file: FileRow): { offset: number; length: number; file: FileRow } {
  return { offset: file.size, length: file.size, file }
}

function idIn(path: string): string | undefined {
  return /\/tus\/([\w-]{43})\/?$/.exec(path)?.[1]
}
