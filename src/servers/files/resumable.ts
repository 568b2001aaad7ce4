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
import { randomToken } from '#servers/lib/secrets.ts'

export const RESUMABLE_PATH = '/api/v1/files/tus'

/** Not among them: a length that is told later, which could not be refused before the bytes are here. */
export const EXTENSIONS = ['creation', 'creation-with-upload', 'termination'] as const

/** Answers with the address of the file that an upload has become. */
export const FILE_URL_HEADER = 'x-file-url'

/** Uploads in pieces by the tus protocol, version 1. An upload has the id of the file that it becomes. */
export type Resumable = {
  /** Speaks the protocol. Whose upload it is has been checked. @param userId for whom a new one is made */
  answer(request: Request, userId: string): Promise<Response>
  /** How far an upload has come, and the file that became of it; moves it to the files if that was left undone. */
  state(id: string): Promise<{ offset: number; length: number; file: FileRow | null }>
}

type Needs = Pick<Context, 'database' | 'blobs' | 'clock' | 'config'>

export function createResumable(context: Needs): Resumable {
  const { config } = context
  const folder = uploadsFolder(config)
  const owners = new WeakMap<object, string>()
  const moving = new Map<string, Promise<FileRow>>()
  let server: Promise<Server> | null = null

  /** The upload's bytes become the file's, once however many ask. */
  function moveToFiles(id: string): Promise<FileRow> {
    const move = async (): Promise<FileRow> => {
      const before = await findFile(context.database, id)
      if (before !== null) return before
      const body = Readable.toWeb(createReadStream(join(folder, id))) as ReadableStream<Uint8Array>
      const row = await fillFile(context, id, body, { maxBytes: config.uploadLimit })
      await removeUnfinished(config, id)
      return row
    }
    const moved = moving.get(id) ?? move().finally(() => moving.delete(id))
    moving.set(id, moved)
    return moved
  }

  async function createServer(): Promise<Server> {
    // Loaded when first needed, which is also when its folder is made.
    const [{ Server: TusServer }, { FileStore: TusFiles }] = await Promise.all([
      import('@tus/server'),
      import('@tus/file-store')
    ])
    const datastore = new TusFiles({ directory: folder })
    datastore.extensions = [...EXTENSIONS]
    return new TusServer({
      path: RESUMABLE_PATH,
      datastore,
      maxSize: config.uploadLimit,
      relativeLocation: true,
      // Whose pages may ask is decided where all calls are answered.
      allowedOrigins: () => false,
      namingFunction: () => randomToken(),
      // The path alone names the upload that was checked: a query could name another.
      getFileIdFromRequest: ({ url }) => idIn(new URL(url).pathname),
      async onUploadCreate(request, upload) {
        const name = safeName(upload.metadata?.['filename'] ?? upload.metadata?.['name'] ?? '')
        const userId = owners.get(request)
        if (userId === undefined) throw new TypeError('an upload needs its person')
        await reserveUpload(
          context,
          { userId, name, size: upload.size ?? config.uploadLimit },
          upload.id
        ).catch((error: unknown) => {
          // The protocol's server takes a status for an answer, and all else for a failure of ours.
          const { status, detail } = toProblem(error)
          throw Object.assign(new Error(detail, { cause: error }), {
            status_code: status,
            body: detail
          })
        })
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
      // Between the two looks it may have been moved.
      const file = upload === null ? await findFile(context.database, id) : await moveToFiles(id)
      if (file === null) throw new Problem('not_found', { detail: 'this upload is over' })
      return whole(file)
    }
  }
}

function whole(file: FileRow): { offset: number; length: number; file: FileRow } {
  return { offset: file.size, length: file.size, file }
}

function idIn(path: string): string | undefined {
  return /\/tus\/([\w-]{43})\/?$/.exec(path)?.[1]
}
