import type { Json, MediaOutput } from '#core/provider.ts'
import type { FileRow } from '#servers/files/keep.ts'
import type { RunRow } from '#servers/lib/database/run-tables.ts'

export type FileBytes = {
  name: string
  type: string
  size: number
  body: ReadableStream<Uint8Array>
}

/** Files of users: uploads and outputs. */
export type FileStore = {
  /**
   * Copies a task's outputs into our store before the task may succeed: streamed, limited, hashed,
   * with the type of their bytes. Files of an earlier try of the task are removed first.
   * @returns the new ids, and the values of each output with the paths of its files (see
   *   `absoluteFiles`)
   * @throws Problem `api_error`, or `canceled` by the signal; then nothing is kept
   */
  keepOutputs(
    task: RunRow,
    outputs: readonly MediaOutput[],
    signal: AbortSignal
  ): Promise<{ kept: string[]; data: Json[] }>
  /**
   * Stores an upload.
   * @param size expected bytes; by default the largest size of an upload
   * @throws Problem `content_too_large` above the limit of uploads or the user's quota; then
   *   nothing is stored
   */
  keepUpload(
    userId: string,
    name: string,
    body: ReadableStream<Uint8Array>,
    size?: number
  ): Promise<FileRow>
  /** Lists a user's files, newest first. */
  list(
    userId: string,
    page: { limit: number; offset: number }
  ): Promise<{ rows: FileRow[]; count: number }>
  /**
   * Removes rows, blobs, thumbnails and unfinished uploads. From then on the address answers 404.
   */
  drop(ids: readonly string[]): Promise<void>
  /**
   * Tells whether an address leads to one of our own files. Such a file is read with
   * {@link bytesOf}, not fetched.
   */
  isOurs(address: string): Promise<boolean>
  /**
   * Tells whether an address leads to an example of the documentation, which is read from disk: see
   * {@link bytesOf}.
   */
  isExample(address: string): Promise<boolean>
  /**
   * Reads the file of one of our own addresses from the blob store, or an example from disk.
   * Everyone who knows the address may read it. Null for a foreign address.
   * @throws Problem `not_found` when the address is ours and leads to nothing
   */
  bytesOf(address: string): Promise<FileBytes | null>
}
