import type { ResumableUpload } from '#contract/file.ts'
import { Problem, type ProblemCode } from '#core/problem.ts'
import { fileBase } from '#servers/files/address.ts'
import { findFile } from '#servers/files/keep.ts'
import { TUS_EXTENSIONS, FILE_URL_HEADER } from '#servers/files/resumable.ts'
import { toUploadedFile } from '#servers/files/uploaded-file.ts'
import { problemResponse } from '#servers/lib/problem-response.ts'
import type { RouteCall } from '#servers/lib/route.ts'
import type { PlatformContext } from '#servers/platform/context.ts'

type Asked = Pick<
  RouteCall<PlatformContext, 'either', unknown>,
  'context' | 'userId' | 'request' | 'url' | 'locale' | 'traceId'
>

const VERSION = { 'tus-resumable': '1.0.0' }

/** Returns what the server supports, for clients that have not sent anything yet. */
export function tusOptionsResponse(maxSize: number): Response {
  const headers = {
    ...VERSION,
    'tus-version': '1.0.0',
    'tus-extension': TUS_EXTENSIONS.join(','),
    'tus-max-size': String(maxSize)
  }
  return new Response(null, { status: 204, headers })
}

export function tusDeletedResponse(): Response {
  return new Response(null, { status: 204, headers: VERSION })
}

/**
 * Passes a call to the tus handler. Its errors become problem documents, with the status of the
 * protocol.
 */
export async function forwardToTus(call: Asked): Promise<Response> {
  const answer = await call.context.resumable.answer(call.request, call.userId)
  if (answer.ok) return answer
  const text = (await answer.text()).trim()
  const refused = problemResponse(
    new Problem(codeFor(answer.status), { detail: text }),
    call.locale,
    call.traceId
  )
  return new Response(refused.body, {
    status: answer.status,
    headers: { ...Object.fromEntries(refused.headers), ...VERSION }
  })
}

/**
 * Returns how far an upload has come: by HEAD in tus headers, by GET as JSON.
 * @throws Problem `not_found` if the upload is no longer known
 */
export async function readUploadProgress(
  call: Asked,
  id: string
): Promise<ResumableUpload | Response> {
  const { context, request, url } = call
  const isHead = request.method === 'HEAD'
  // The tus handler waits until a broken connection no longer writes.
  const growing =
    isHead && (await findFile(context.database, id)) === null ? await forwardToTus(call) : null
  if (
    growing !== null &&
    growing.headers.get('upload-offset') !== growing.headers.get('upload-length')
  )
    return growing
  const { offset, length, file } = await context.resumable.state(id)
  const uploaded = file && toUploadedFile(file, fileBase(context.config, url))
  if (!isHead) return { id, offset, length, file: uploaded }
  const headers = {
    ...VERSION,
    'cache-control': 'no-store',
    'upload-offset': String(offset),
    'upload-length': String(length)
  }
  return new Response(null, {
    headers: { ...headers, ...(uploaded && { [FILE_URL_HEADER]: uploaded.file_url }) }
  })
}

function codeFor(status: number): ProblemCode {
  if (status === 413) return 'content_too_large'
  if (status === 404 || status === 410) return 'not_found'
  if (status === 501) return 'api_not_implemented'
  return status < 500 ? 'bad_request' : 'unknown'
}
