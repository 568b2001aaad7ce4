import { z } from '@hono/zod-openapi'
import { resumableUploadSchema, uploadedFileSchema, uploadLimitsSchema } from '#contract/file.ts'
import { Problem } from '#core/problem.ts'
import { fileBase } from '#servers/files/address.ts'
import { safeName } from '#servers/files/file-name.ts'
import { findFile } from '#servers/files/keep.ts'
import { receiveFile } from '#servers/files/multipart.ts'
import { RESUMABLE_PATH } from '#servers/files/resumable.ts'
import {
  tusOptionsResponse,
  readUploadProgress,
  forwardToTus,
  tusDeletedResponse
} from '#servers/platform/uploads/tus-answers.ts'
import { toUploadedFile } from '#servers/files/uploaded-file.ts'
import type { AnyRoute } from '#servers/lib/route.ts'
import { addUpload } from '#servers/library/add.ts'
import { checkFileStorage } from '#servers/lib/storage.ts'
import { platformRoute } from '#servers/platform/context.ts'

const FILES = '/api/v1/files'
const byId = z.object({ id: z.string().min(1).max(64) })
const ownFile = [{ noun: 'file', in: 'params', field: 'id' }] as const

const uploadRoute = platformRoute({
  method: 'post',
  path: FILES,
  summary: 'Upload a file as the form field "file"',
  who: 'either',
  fails: ['bad_request', 'content_too_large'],
  answer: uploadedFileSchema,
  handle: async ({ context: { config, database, files }, userId, url, request }) => {
    const length = Number(request.headers.get('content-length') ?? config.uploadLimit)
    const row = await receiveFile(request, {
      maxBytes: config.uploadLimit,
      keep: (name, body) =>
        files.keepUpload(userId, safeName(name), body, Math.min(length, config.uploadLimit)),
      drop: kept => files.drop([kept.id])
    })
    await addUpload(database.db, row)
    return toUploadedFile(row, fileBase(config, url))
  }
})

const limitsRoute = platformRoute({
  method: 'get',
  path: `${FILES}/limits`,
  summary: 'Get upload limits',
  who: 'anyone',
  answer: uploadLimitsSchema,
  handle: async ({ context: { config } }) => ({ max_size: config.uploadLimit })
})

const discoverRoute = platformRoute({
  method: 'options',
  path: RESUMABLE_PATH,
  summary: 'Get the capabilities of resumable uploads (tus 1.0)',
  who: 'anyone',
  answer: 'text/plain',
  status: 204,
  handle: async ({ context: { config } }) => tusOptionsResponse(config.uploadLimit)
})

const beginRoute = platformRoute({
  method: 'post',
  path: RESUMABLE_PATH,
  summary: 'Start a resumable upload (tus 1.0)',
  who: 'either',
  fails: ['bad_request', 'content_too_large'],
  answer: 'text/plain',
  status: 201,
  handle: async call => {
    // The tus handler rejects other lengths.
    const length = Number(call.request.headers.get('upload-length'))
    if (length > 0 && length <= call.context.config.uploadLimit)
      await checkFileStorage(call.context, call.userId, length)
    return forwardToTus(call)
  }
})

const progressRoute = platformRoute({
  method: 'get',
  path: `${RESUMABLE_PATH}/{id}`,
  summary: 'Get the progress of a resumable upload: HEAD for tus headers, GET for JSON',
  who: 'either',
  rows: ownFile,
  params: byId,
  answer: resumableUploadSchema,
  handle: call => readUploadProgress(call, call.input.params.id)
})

const continueRoute = platformRoute({
  method: 'patch',
  path: `${RESUMABLE_PATH}/{id}`,
  summary: 'Continue a resumable upload (tus 1.0); the last response has x-file-url',
  who: 'either',
  fails: ['bad_request', 'content_too_large'],
  rows: ownFile,
  params: byId,
  answer: 'text/plain',
  status: 204,
  handle: call => forwardToTus(call)
})

const terminateRoute = platformRoute({
  method: 'delete',
  path: `${RESUMABLE_PATH}/{id}`,
  summary: 'Cancel a resumable upload (tus 1.0)',
  who: 'either',
  rows: ownFile,
  params: byId,
  answer: 'text/plain',
  status: 204,
  handle: async ({ context, input: { params } }) => {
    await context.files.drop([params.id])
    return tusDeletedResponse()
  }
})

const findRoute = platformRoute({
  method: 'get',
  path: `${FILES}/{id}`,
  summary: 'Get a file',
  who: 'either',
  rows: ownFile,
  params: byId,
  answer: uploadedFileSchema,
  handle: async ({ context, url, input: { params } }) => {
    const row = await findFile(context.database, params.id)
    if (row === null) throw new Problem('not_found', { detail: 'this upload is not complete yet' })
    return toUploadedFile(row, fileBase(context.config, url))
  }
})

/** Routes for uploads. They are under the platform's path, where API clients expect them. */
export const uploadRoutes: readonly AnyRoute[] = [
  uploadRoute,
  limitsRoute,
  discoverRoute,
  beginRoute,
  progressRoute,
  continueRoute,
  terminateRoute,
  findRoute
]
