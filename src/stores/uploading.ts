import { failureOf } from '#client/failure.ts'
import { uploadFile } from '#client/upload.ts'
import type { Failure } from '#client/turns.ts'
import type { FileField } from '#core/field.ts'
import { Problem, toProblem } from '#core/problem.ts'
import { withUserToken } from '#stores/renewal.ts'
import { $uploads, ACCEPTED_TYPES } from '#stores/uploads.ts'

let last = 0

/**
 * Uploads a file into a field.
 * @returns its address, or the failure; null when the upload was cancelled
 */
export async function uploadToField(
  field: string,
  spec: FileField,
  file: File
): Promise<string | Failure | null> {
  const leaving = new AbortController()
  const key = ++last
  const change = (part: number): void =>
    $uploads.set($uploads.get().map(each => (each.key === key ? { ...each, part } : each)))
  $uploads.set([
    ...$uploads.get(),
    { key, field, name: file.name, part: 0, cancel: () => leaving.abort() }
  ])
  try {
    check(spec, field, file)
    const sent = await withUserToken(token =>
      uploadFile(token, file, { onProgress: change, signal: leaving.signal })
    )
    checkKind(spec, field, sent.type)
    return sent.file_url
  } catch (thrown) {
    const problem = toProblem(thrown)
    return problem.code === 'canceled' ? null : failureOf(problem)
  } finally {
    $uploads.set($uploads.get().filter(each => each.key !== key))
  }
}

function check({ accept, bytes }: FileField, field: string, { type, size }: File): void {
  if (size > bytes) throw new Problem('bad_request', { issues: [{ field, code: 'too_large' }] })
  checkKind({ accept }, field, type)
}

function checkKind({ accept }: Pick<FileField, 'accept'>, field: string, type: string): void {
  if (!isTypeAccepted(accept, type))
    throw new Problem('bad_request', { issues: [{ field, code: 'invalid' }] })
}

/**
 * Checks whether a field accepts files of a media type. The server detects a file's type by its
 * bytes; before an upload, this check only avoids one that the server would refuse.
 */
export function isTypeAccepted(accept: FileField['accept'], type: string): boolean {
  return ACCEPTED_TYPES[accept]
    .split(',')
    .some(each => each === type || (each.endsWith('*') && type.startsWith(each.slice(0, -1))))
}
