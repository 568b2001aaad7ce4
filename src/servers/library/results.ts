import { findService } from '#catalog/index.ts'
import { isRecord, type Json } from '#core/json.ts'
import { findTaskAction, taskOutputs, outputText, coverUrl, type Output } from '#core/output.ts'
import { fileIdIn } from '#servers/files/file-id.ts'
import type { RunRow } from '#servers/lib/database/run-tables.ts'
import type { LibraryKind } from '#servers/lib/database/library-tables.ts'

/** A result of a task: a file, with an image of it if there is one, or a text. */
type TaskResult = {
  kind: Exclude<LibraryKind, 'upload'>
  fileId: string | null
  posterId: string | null
  title: string
  text: string
}

/**
 * Endings of files by medium. If an output has files of several media, the first of these counts,
 * since a song may also have an image and a video.
 */
const ENDINGS = [
  ['audio', /\.(mp3|wav|ogg|flac|m4a)$/],
  ['video', /\.(mp4|mov|webm)$/],
  ['image', /\.(png|jpg|gif|webp|avif|bmp)$/]
] as const

/**
 * Lists the results of a task as the tool's page shows them.
 * @param response as the run stores it, with paths of files
 * @param isWanted chooses outputs; all by default
 */
export function resultsOf(
  { service, action }: Pick<RunRow, 'service' | 'action'>,
  response: Output,
  isWanted: (output: Output) => boolean = () => true
): TaskResult[] {
  const known = findService(service)
  const shows = known === undefined ? undefined : findTaskAction(known, action)?.action.shows
  const outputs = taskOutputs(response, shows?.field).filter(isWanted)
  // An operator's own service may have changed since the task, so its declaration is not used. The
  // output's files show what it is.
  if (shows === undefined) return outputs.flatMap(filesIn)
  const kind = shows.as === 'text' ? 'other' : shows.as
  return outputs.flatMap(output => {
    const value = outputText(output, shows.field)
    const fileId = fileIdIn(value)
    if (value === '' || (kind !== 'other' && fileId === null)) return []
    return [
      {
        kind,
        fileId,
        posterId: kind === 'image' ? null : idIn(coverUrl(output)),
        title: outputText(output, 'title'),
        text: fileId === null ? value : ''
      }
    ]
  })
}

/** Returns the files of the main medium in an output that its service does not describe. */
function filesIn(output: Output): TaskResult[] {
  const paths = Object.values(output)
    .flat()
    .filter(value => typeof value === 'string' && fileIdIn(value) !== null) as string[]
  for (const [kind, ending] of ENDINGS) {
    const found = paths.filter(path => ending.test(path))
    if (found.length > 0) return found.map(path => resultAt(path, kind, output))
  }
  return paths.map(path => resultAt(path, 'other', output))
}

function resultAt(path: string, kind: TaskResult['kind'], output: Output): TaskResult {
  const posterId = kind === 'image' ? null : idIn(coverUrl(output))
  return { kind, fileId: fileIdIn(path), posterId, title: outputText(output, 'title'), text: '' }
}

function idIn(path: string | undefined): string | null {
  return path === undefined ? null : fileIdIn(path)
}

/**
 * Returns a response without some of its results. They are removed from lists of files, and from
 * lists of outputs.
 * @param gone ids of the removed files, and removed texts
 */
export function withoutResults(response: Json, gone: ReadonlySet<string>): Json {
  const isGone = (value: Json): boolean =>
    typeof value === 'string' && gone.has(fileIdIn(value) ?? value)
  const holdsGone = (value: Json): boolean =>
    isGone(value) || (isRecord(value) && Object.values(value).some(isGone))
  if (Array.isArray(response))
    return response.filter(each => !holdsGone(each)).map(each => withoutResults(each, gone))
  if (!isRecord(response)) return response
  return Object.fromEntries(
    Object.entries(response).map(([name, value]) => [name, withoutResults(value, gone)])
  )
}
