import { matchesEtag } from '#core/etag.ts'
import { Problem } from '#core/problem.ts'
import { extensionOf, mayShowInline, TEXT_TYPE } from '#servers/files/content-type.ts'
import { contentDisposition, safeName, withEnding } from '#servers/files/file-name.ts'
import type { FileRow } from '#servers/files/keep.ts'
import { rangeOf } from '#servers/files/range.ts'
import type { Thumbnails, ThumbnailWidth } from '#servers/files/thumbnails.ts'
import type { Context } from '#servers/lib/context.ts'

type Needs = Pick<Context, 'blobs'> & { thumbnails: Thumbnails }
/**
 * `width`: serve a smaller copy of the image, if there is one. `kept`: the browser should save the
 * file, not show it. `name`: the name under which it is saved; empty for the file's own name.
 */
type Wanted = { width: ThumbnailWidth | null; kept: boolean; name: string }
type Shown = { blob: string; size: number; type: string; etag: string; name: string }

/**
 * Headers that keep a file from acting: no scripts, no forms, no other addresses, whatever its type
 * is.
 */
const GUARDS = {
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  // The address opens the file, so pages that the file links to must not learn it.
  'referrer-policy': 'no-referrer',
  'accept-ranges': 'bytes'
}

/**
 * Serves a file: all of it, a range, or a 304 if the caller has it already.
 * @throws Problem `not_found` when its bytes are gone
 */
export async function serveFile(
  needs: Needs,
  request: Request,
  file: FileRow,
  { width, kept, name }: Wanted
): Promise<Response> {
  const shown = await versionOf(needs, file, width)
  const headers = {
    ...GUARDS,
    etag: shown.etag,
    'cache-control': 'private, max-age=31536000, immutable'
  }
  if (matchesEtag(request, shown.etag)) return new Response(null, { status: 304, headers })
  const range = rangeOf(request, shown.etag, shown.size)
  if (range === 'unsatisfiable')
    return new Response(null, {
      status: 416,
      headers: { ...GUARDS, 'content-range': `bytes */${shown.size}` }
    })

  const body =
    request.method === 'HEAD' ? null : await needs.blobs.get(shown.blob, range ?? undefined)
  if (body === null && request.method !== 'HEAD')
    throw new Problem('not_found', { detail: 'there is no such file' })
  const about = {
    ...headers,
    'content-type': typeOf(shown),
    'content-disposition': dispositionOf(shown, kept, name)
  }
  if (range === null)
    return new Response(body, { headers: { ...about, 'content-length': String(shown.size) } })
  const { start, end } = range
  return new Response(body, {
    status: 206,
    headers: {
      ...about,
      'content-length': String(end - start + 1),
      'content-range': `bytes ${start}-${end}/${shown.size}`
    }
  })
}

async function versionOf(
  { thumbnails }: Needs,
  file: FileRow,
  width: ThumbnailWidth | null
): Promise<Shown> {
  const small = width === null ? null : await thumbnails.find(file, width)
  if (small === null) return { ...file, etag: `"${file.sha256}"` }
  const name = `${file.name.replace(/\.[^.]*$/, '')}.webp`
  return { ...small, type: 'image/webp', etag: `"${file.sha256}-${width}"`, name }
}

function typeOf({ type }: Shown): string {
  return type === TEXT_TYPE ? `${type}; charset=utf-8` : type
}

/**
 * Returns the `Content-Disposition` header. A link may choose the name only for types with a known
 * ending, so it cannot give a program a name.
 */
function dispositionOf({ type, name }: Shown, kept: boolean, wanted: string): string {
  if (!mayShowInline(type)) return contentDisposition('attachment', name)
  const shown = wanted === '' || !kept ? name : safeName(wanted)
  return contentDisposition(kept ? 'attachment' : 'inline', withEnding(shown, extensionOf(type)))
}
