import { pageHub } from '#client/page-hub.ts'
import { readProblem } from '#client/problem.ts'
import { callerHeaders } from '#client/headers.ts'
import type { UploadedFile } from '#contract/file.ts'
import { Problem } from '#core/problem.ts'

type Options = {
  /** Called with the part that has been sent, from 0 to 1. */
  onProgress(part: number): void
  signal: AbortSignal
}

/**
 * Uploads a file to the platform. It does not use `fetch`, which does not report progress.
 * @param token the user's access token
 * @throws Problem the one that a failed response contains; `canceled`; `unknown` with detail
 * `offline` when there was no response
 */
export async function uploadFile(
  token: string,
  file: File,
  { onProgress, signal }: Options
): Promise<UploadedFile> {
  const hub = pageHub()
  const request = new XMLHttpRequest()
  request.open('POST', `${hub.hosts.platform}/api/v1/files/`)
  request.setRequestHeader('authorization', `Bearer ${token}`)
  for (const [name, value] of Object.entries(callerHeaders('platform')))
    request.setRequestHeader(name, value)
  request.upload.addEventListener('progress', ({ loaded, total }) =>
    onProgress(total > 0 ? loaded / total : 0)
  )
  signal.addEventListener('abort', () => request.abort())
  await ended(request, file)
  const answer = new Response(request.responseText, {
    status: request.status,
    headers: { 'content-type': 'application/json' }
  })
  if (!answer.ok) throw await readProblem(answer)
  return (await answer.json()) as UploadedFile
}

function ended(request: XMLHttpRequest, file: File): Promise<void> {
  const body = new FormData()
  body.append('file', file)
  return new Promise((resolve, reject) => {
    request.addEventListener('load', () => resolve())
    request.addEventListener('abort', () => reject(new Problem('canceled')))
    request.addEventListener('error', () => reject(new Problem('unknown', { detail: 'offline' })))
    request.send(body)
  })
}
