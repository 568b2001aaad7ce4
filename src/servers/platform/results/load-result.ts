import { outputSize } from '#core/output.ts'
import { Problem } from '#core/problem.ts'
import { imageSize } from '#servers/files/image-size.ts'
import { findFile, type FileRow } from '#servers/files/keep.ts'
import type { RunRow } from '#servers/lib/database/run-tables.ts'
import { loadToolFinder } from '#servers/lib/own-services.ts'
import type { PlatformContext } from '#servers/platform/context.ts'
import {
  findShownOutput,
  unfitTaskProblem,
  type ShownOutput
} from '#servers/platform/results/result.ts'

/** A result that is about to be shown. */
export type LoadedResult = {
  run: RunRow
  result: ShownOutput
  file: FileRow
  /** Pixels. For a video or song, these give only its aspect ratio. */
  width: number
  height: number
}

/**
 * Loads a result of a task that succeeded, to feature or publish it.
 * @param check throws if the task's results may not be shown
 * @throws Problem `bad_request` naming `task_id` if the task cannot be shown; `not_found`
 */
export async function loadResult(
  { database, blobs, ownServices }: Pick<PlatformContext, 'database' | 'blobs' | 'ownServices'>,
  { task_id, output }: { task_id: string; output: number },
  check: (run: RunRow) => void
): Promise<LoadedResult> {
  const run = await database.db
    .selectFrom('run')
    .selectAll()
    .where('id', '=', task_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (run === undefined) throw new Problem('not_found', { detail: 'no such task' })
  if (run.state !== 'succeeded') throw unfitTaskProblem('not_ready', 'the task has not succeeded')
  check(run)
  const result = findShownOutput(run, output, await loadToolFinder({ ownServices }))
  if (result === null)
    throw unfitTaskProblem('not_allowed', 'there is no image, video or song to show')
  const file = await findFile(database, result.fileId)
  if (file === null) throw new Problem('not_found', { detail: 'the file was deleted' })
  const [width, height] =
    (await imageSize(blobs, file)) ?? outputSize(result.output, result.ratio, 1280)
  return { run, result, file, width, height }
}
