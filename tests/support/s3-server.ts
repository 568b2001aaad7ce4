import { createHash, createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type S3Server = {
  /** The value for `STORAGE_URL`. */
  url: string
  endpoint: string
  /** The stored objects, by key. */
  objects: Map<string, Buffer>
  /** Multipart uploads that were neither completed nor aborted. */
  uploads: Map<string, { key: string; parts: Map<number, Buffer> }>
  /** Method and query names of every call, oldest first. */
  calls: string[]
  /** Makes the server answer this number of calls with 503. */
  failNext(times: number): void
  close(): Promise<void>
}

const S3_KEYS = { accessKeyId: 'AKEXAMPLE', secretAccessKey: 'se/cret+of=tests' }
const BUCKET = 'polymuse-test'
const REGION = 'eu-test-1'

/**
 * Starts a fake S3 on a free port of 127.0.0.1, with the calls that our file storage makes and with
 * path-style addresses. It refuses every call with a wrong signature or checksum.
 */
export async function startS3Server(): Promise<S3Server> {
  const objects: S3Server['objects'] = new Map()
  const uploads: S3Server['uploads'] = new Map()
  const calls: string[] = []
  let failures = 0

  const http = createServer((request, response) => {
    void read(request).then(body => answer(request, body, response))
  })
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(http.address() as AddressInfo).port}`

  function answer(request: IncomingMessage, body: Buffer, response: ServerResponse): void {
    const url = new URL(request.url ?? '', `http://${host}`)
    calls.push([request.method, ...url.searchParams.keys()].join(' '))
    if (failures > 0) {
      failures--
      return void response.writeHead(503).end()
    }
    const wrong = refusal(request, url, body)
    if (wrong !== null)
      return void response.writeHead(403).end(`<Error><Code>${wrong}</Code></Error>`)
    const [, bucket, key = ''] = url.pathname.split('/')
    if (bucket !== BUCKET) return void response.writeHead(404).end()
    const uploadId = url.searchParams.get('uploadId')
    if (url.searchParams.has('uploads')) return begin(key, response)
    if (uploadId !== null)
      return multipart(
        request.method ?? '',
        key,
        uploadId,
        Number(url.searchParams.get('partNumber')),
        body,
        response
      )
    return object(request, key, body, response)
  }

  function begin(key: string, response: ServerResponse): void {
    const id = `${randomUUID()}&more`
    uploads.set(id, { key, parts: new Map() })
    response.end(
      `<InitiateMultipartUploadResult><UploadId>${id.replace('&', '&amp;')}</UploadId></InitiateMultipartUploadResult>`
    )
  }

  function multipart(
    method: string,
    key: string,
    id: string,
    part: number,
    body: Buffer,
    response: ServerResponse
  ): void {
    const upload = uploads.get(id)
    if (upload?.key !== key) return void response.writeHead(404).end()
    if (method === 'PUT') {
      upload.parts.set(part, body)
      return void response.writeHead(200, { etag: etagOf(body) }).end()
    }
    uploads.delete(id)
    if (method === 'DELETE') return void response.writeHead(204).end()
    const wanted = [
      ...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]*)<\/ETag>/g)
    ]
    const parts = wanted.map(([, number, etag]) => ({
      bytes: upload.parts.get(Number(number)),
      etag: etag?.replaceAll('&quot;', '"')
    }))
    const whole = parts.every(({ bytes, etag }) => bytes !== undefined && etagOf(bytes) === etag)
    const small = parts.slice(0, -1).some(({ bytes }) => (bytes?.length ?? 0) < 5 * 1024 * 1024)
    if (!whole || small) return void response.end('<Error><Code>InvalidPart</Code></Error>')
    objects.set(key, Buffer.concat(parts.flatMap(({ bytes }) => bytes ?? [])))
    response.end('<CompleteMultipartUploadResult/>')
  }

  function object(
    request: IncomingMessage,
    key: string,
    body: Buffer,
    response: ServerResponse
  ): void {
    if (request.method === 'PUT') objects.set(key, body)
    const found = objects.get(key)
    if (request.method === 'DELETE') {
      objects.delete(key)
      return void response.writeHead(204).end()
    }
    if (found === undefined)
      return void response.writeHead(404).end(request.method === 'GET' ? '<Error/>' : undefined)
    if (request.method === 'PUT') return void response.writeHead(200, { etag: etagOf(body) }).end()
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    if (first !== undefined && Number(first) >= found.length)
      return void response.writeHead(416).end()
    const shown = first === undefined ? found : found.subarray(Number(first), Number(last) + 1)
    response.writeHead(first === undefined ? 200 : 206, { 'content-length': shown.length })
    response.end(request.method === 'HEAD' ? undefined : shown)
  }

  return {
    url: `s3://${S3_KEYS.accessKeyId}:${encodeURIComponent(S3_KEYS.secretAccessKey)}@${host}/${BUCKET}?region=${REGION}&tls=off`,
    endpoint: `http://${host}`,
    objects,
    uploads,
    calls,
    failNext(times) {
      failures = times
    },
    close: () =>
      new Promise(resolve => {
        http.close(() => resolve())
        http.closeAllConnections()
      })
  }
}

/**
 * Returns why a call is refused: a wrong signature, computed again from the request, or a wrong
 * checksum.
 */
function refusal(request: IncomingMessage, url: URL, body: Buffer): string | null {
  const {
    authorization = '',
    'x-amz-date': date = '',
    'x-amz-content-sha256': sha256 = ''
  } = request.headers as Record<string, string>
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      authorization
    )
  if (given === null) return 'AccessDenied'
  const [, accessKeyId, day = '', region = '', signed = '', signature] = given
  if (accessKeyId !== S3_KEYS.accessKeyId || region !== REGION) return 'InvalidAccessKeyId'
  if (createHash('sha256').update(body).digest('hex') !== sha256) return 'XAmzContentSHA256Mismatch'
  const names = signed.split(';')
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every(name => names.includes(name)))
    return 'AccessDenied'
  const query = [...url.searchParams]
    .map(pair => pair.map(encodeURIComponent).join('='))
    .toSorted()
    .join('&')
  const headers = names.map(name => `${name}:${String(request.headers[name])}\n`).join('')
  const canonical = [request.method, url.pathname, query, headers, signed, sha256].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = [
    'AWS4-HMAC-SHA256',
    date,
    scope,
    createHash('sha256').update(canonical).digest('hex')
  ].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(
    (inner, word) => hmac(inner, word),
    `AWS4${S3_KEYS.secretAccessKey}`
  )
  return hmac(key, toSign).toString('hex') === signature ? null : 'SignatureDoesNotMatch'
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function etagOf(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
