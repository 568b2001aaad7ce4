import type { UploadedFile } from '#contract/file.ts'
import { json, type TestPerson, type TestStudio } from './studio.ts'

/** The first bytes of a file of each type that is detected by content. */
export const SAMPLES: Record<string, Uint8Array<ArrayBuffer>> = {
  'image/png': bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'),
  'image/jpeg': bytes('\xff\xd8\xff\xe0\0\x10JFIF'),
  'image/gif': bytes('GIF89a\x01\0\x01\0'),
  'image/webp': bytes('RIFF\x24\0\0\0WEBPVP8 '),
  'image/avif': bytes('\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf'),
  'video/mp4': bytes('\0\0\0\x18ftypisom\0\0\x02\0isomavc1'),
  'video/webm': bytes(
    '\x1a\x45\xdf\xa3\x9fB\x86\x81\x01B\xf7\x81\x01B\xf2\x81\x04B\xf3\x81\x08B\x82\x84webm'
  ),
  'video/quicktime': bytes('\0\0\0\x14ftypqt  \0\0\x02\0qt  '),
  'audio/mpeg': bytes('\xff\xfb\x90\x64\0\0\0\0'),
  'audio/wav': bytes('RIFF\x24\0\0\0WAVEfmt '),
  'audio/ogg': bytes('OggS\0\x02\0\0'),
  'audio/flac': bytes('fLaC\0\0\0\x22'),
  'audio/mp4': bytes('\0\0\0\x18ftypM4A \0\0\x02\0M4A isom'),
  'application/pdf': bytes('%PDF-1.7\n%\xe2\xe3\xcf\xd3')
}

export function bytes(latin1: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(latin1, letter => letter.charCodeAt(0))
}

/** Builds a form with one file, as a browser sends it. */
export function formOf(
  content: BlobPart,
  name = 'file.bin',
  type = 'application/octet-stream'
): FormData {
  const form = new FormData()
  form.append('file', new File([content], name, { type }))
  return form
}

export function upload(
  studio: TestStudio,
  person: TestPerson,
  content: BlobPart,
  name?: string,
  type?: string
): Promise<UploadedFile> {
  return json<UploadedFile>(
    studio.call('/api/v1/files/', {
      method: 'POST',
      body: formOf(content, name, type),
      token: person.token.access_token
    })
  )
}

/** Sends a request of the tus protocol. */
export function tus(
  studio: TestStudio,
  token: string | undefined,
  method: 'POST' | 'PATCH' | 'HEAD' | 'GET' | 'DELETE' | 'OPTIONS',
  options: { id?: string; headers?: Record<string, string>; body?: BodyInit } = {}
): Promise<Response> {
  const type: Record<string, string> =
    method === 'PATCH' ? { 'content-type': 'application/offset+octet-stream' } : {}
  const path = options.id === undefined ? '/api/v1/files/tus' : `/api/v1/files/tus/${options.id}`
  return studio.call(path, {
    method,
    token,
    body: options.body,
    headers: { 'tus-resumable': '1.0.0', ...type, ...options.headers }
  })
}

/**
 * Starts a resumable upload.
 * @returns its id
 */
export async function begin(
  studio: TestStudio,
  token: string,
  length: number,
  name = 'film.mp4'
): Promise<string> {
  const metadata: Record<string, string> =
    name === '' ? {} : { 'upload-metadata': `filename ${Buffer.from(name).toString('base64')}` }
  const headers = { 'upload-length': String(length), ...metadata }
  const answer = await tus(studio, token, 'POST', { headers })
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
  return answer.headers.get('location')?.split('/').at(-1) ?? ''
}
