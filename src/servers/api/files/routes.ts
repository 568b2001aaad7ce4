import { z } from '@hono/zod-openapi'
import {
  fileListQuery,
  fileQuery,
  storedFileSchema,
  THUMBNAIL_WIDTHS,
  type StoredFile
} from '#contract/file.ts'
import { listSchema } from '#contract/list.ts'
import { Problem } from '#core/problem.ts'
import { apiRoute, type ApiContext } from '#servers/api/context.ts'
import { fileBase } from '#servers/files/address.ts'
import { FILE_TYPES, UNKNOWN_TYPE } from '#servers/files/content-type.ts'
import { findFile, type FileRow } from '#servers/files/keep.ts'
import { serveFile } from '#servers/files/serve.ts'
import { toUploadedFile } from '#servers/files/uploaded-file.ts'
import type { AnyRoute } from '#servers/lib/route.ts'
import { isFileBlocked, takenDownProblem } from '#servers/moderation/take-down.ts'

const byId = z.object({ id: z.string().min(1).max(64) })
/** Only the id in the path counts. The name after it may be anything. */
const byName = byId.extend({ name: z.string().max(1000) })

const deleted = z.object({ id: z.string(), success: z.literal(true) })

/** The headers of every file. */
const fileAnswers = {
  answer: UNKNOWN_TYPE,
  also: FILE_TYPES.filter(type => type !== UNKNOWN_TYPE),
  alsoStatus: {
    206: 'The requested range',
    304: 'Not modified',
    416: 'The range is out of bounds'
  },
  fails: ['forbidden']
} as const

const getFileRoute = apiRoute({
  method: 'get',
  path: '/files/{id}',
  summary: 'Download a file or a range of it; images also in smaller sizes',
  who: 'anyone',
  params: byId,
  query: fileQuery,
  ...fileAnswers,
  handle: sendFile
})

const getNamedFileRoute = apiRoute({
  method: 'get',
  path: '/files/{id}/{name}',
  summary: 'Download a file by its address with an extension',
  who: 'anyone',
  params: byName,
  query: fileQuery,
  ...fileAnswers,
  handle: sendFile
})

const listFilesRoute = apiRoute({
  method: 'get',
  path: '/files',
  summary: 'List files, newest first',
  who: 'either',
  query: fileListQuery,
  answer: listSchema(storedFileSchema),
  handle: async ({ context, userId, url, input: { query } }) => {
    const { rows, count } = await context.files.list(userId, query)
    const base = fileBase(context.config, url)
    return { items: rows.map(row => toKeptFile(row, base)), count }
  }
})

const deleteFileRoute = apiRoute({
  method: 'delete',
  path: '/files/{id}',
  summary: 'Delete a file',
  who: 'either',
  rows: [{ noun: 'file', in: 'params', field: 'id' }],
  params: byId,
  answer: deleted,
  handle: deleteFile
})

const deleteNamedFileRoute = apiRoute({
  method: 'delete',
  path: '/files/{id}/{name}',
  summary: 'Delete a file by its address with an extension',
  who: 'either',
  rows: [{ noun: 'file', in: 'params', field: 'id' }],
  params: byName,
  answer: deleted,
  handle: deleteFile
})

/** Routes of files. Some are for everyone who knows an address, others for the owner. */
export const fileRoutes: readonly AnyRoute[] = [
  listFilesRoute,
  getFileRoute,
  getNamedFileRoute,
  deleteFileRoute,
  deleteNamedFileRoute
]

type Asked = {
  context: ApiContext
  request: Request
  input: { params: z.output<typeof byId>; query: z.output<typeof fileQuery> }
}

async function sendFile({ context, input: { params, query }, request }: Asked): Promise<Response> {
  const file = await findFile(context.database, params.id)
  if (file === null) throw new Problem('not_found', { detail: 'there is no such file' })
  if (await isFileBlocked(context.database.db, file)) throw takenDownProblem()
  const width = THUMBNAIL_WIDTHS.find(each => String(each) === query.w) ?? null
  const { download = '', name = '' } = query
  return serveFile(context, request, file, { width, kept: download !== '', name })
}

async function deleteFile({
  context,
  input: { params }
}: Pick<Asked, 'context'> & { input: Pick<Asked['input'], 'params'> }): Promise<unknown> {
  await context.files.drop([params.id])
  return { id: params.id, success: true }
}

function toKeptFile(row: FileRow, base: string): StoredFile {
  return {
    ...toUploadedFile(row, base),
    purpose: row.purpose,
    task_id: row.run_id,
    created_at: row.created_at / 1000
  }
}
