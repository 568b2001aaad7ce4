import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import type { StorageConfig } from '#servers/config-services.ts'
import type { Fetch } from '#servers/lib/egress.ts'
import { escapeMarkup } from '#servers/lib/escape.ts'

export type S3Options = StorageConfig & {
  fetch: Fetch
  /** Milliseconds before the first retry; each later one waits twice as long. */
  firstPause?: number
}

type Question = {
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Uint8Array<ArrayBuffer>
  /** Statuses that count as a response; any other is an Error. */
  accept?: readonly number[]
}

/**
 * The few S3 operations that blobs need. Each failure is an Error with the method and status, but
 * no key.
 */
export type S3 = {
  ask(
    method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE',
    key: string,
    question?: Question
  ): Promise<Response>
  /** @returns the id of a new multipart upload */
  begin(key: string): Promise<string>
  complete(key: string, uploadId: string, etags: readonly string[]): Promise<void>
}

const TRIES = 4
const FIRST_PAUSE = 100

/** Milliseconds in which the store must begin to respond. */
const PATIENCE = 60_000

export function createS3(options: S3Options): S3 {
  const { endpoint, bucket, firstPause = FIRST_PAUSE } = options

  async function ask(method: string, key: string, question: Question = {}): Promise<Response> {
    const url = new URL(`${endpoint}/${bucket}/${key}`)
    for (const [name, value] of Object.entries(question.query ?? {}))
      url.searchParams.set(name, value)
    const accept = question.accept ?? [200]
    for (let attempt = 1; ; attempt++) {
      const answer = await sendSigned(options, method, url.href, question).catch(
        (error: unknown) => error
      )
      if (answer instanceof Response && accept.includes(answer.status)) return answer
      if (answer instanceof Response) await answer.body?.cancel()
      const again = !(answer instanceof Response) || answer.status >= 500 || answer.status === 429
      if (!again || attempt === TRIES) throw failure(method, answer)
      await pause(firstPause * 2 ** (attempt - 1) * (0.75 + Math.random() / 2))
    }
  }

  return {
    ask,
    async begin(key) {
      const text = await (await ask('POST', key, { query: { uploads: '' } })).text()
      const id = /<UploadId>([^<]+)<\/UploadId>/.exec(text)?.[1]
      if (id === undefined) throw new Error('the store began no upload')
      return id.replaceAll('&amp;', '&')
    },
    async complete(key, uploadId, etags) {
      const parts = etags.map(
        (etag, index) =>
          `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escapeMarkup(etag)}</ETag></Part>`
      )
      const body = new TextEncoder().encode(
        `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
      )
      const text = await (await ask('POST', key, { query: { uploadId }, body })).text()
      // The store sends status 200 before it knows whether the operation succeeds, so the body must
      // be checked for an error.
      if (text.includes('<Error>')) throw new Error('the store did not put the parts together')
    }
  }
}

/** Sends one signed request. */
async function sendSigned(
  { accessKeyId, secretAccessKey, region, fetch }: S3Options,
  method: string,
  url: string,
  { headers = {}, body }: Question
): Promise<Response> {
  const sha256 = createHash('sha256')
    .update(body ?? '')
    .digest('hex')
  const signer = new AwsV4Signer({
    method,
    url,
    headers: { ...headers, 'x-amz-content-sha256': sha256 },
    accessKeyId,
    secretAccessKey,
    region,
    service: 's3'
  })
  const signed = await signer.sign()
  // The deadline is only for the beginning of the response, since its bytes arrive as fast as they
  // are read.
  const late = new AbortController()
  const timer = setTimeout(
    () => late.abort(new DOMException('the store did not answer', 'TimeoutError')),
    PATIENCE
  )
  try {
    return await fetch(signed.url, {
      method,
      headers: signed.headers,
      body: body ?? null,
      signal: late.signal,
      redirect: 'error'
    })
  } finally {
    clearTimeout(timer)
  }
}

function failure(method: string, answer: unknown): Error {
  if (answer instanceof Response)
    return new Error(`the file store answered ${answer.status} to ${method}`)
  return new Error(`the file store could not be reached for ${method}`, { cause: answer })
}
