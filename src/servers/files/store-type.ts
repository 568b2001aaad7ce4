import type { Json, MediaOutput } from '#core/provider.ts'
import type { FileRow } from '#servers/files/keep.ts'
import type { RunRow } from '#servers/lib/database/run-tables.ts'

export type FileBytes = {
  name: string
  type: string
  size: number
  body: ReadableStream<Uint8Array>
}

/** What is kept for people: what they uploaded, what was made for them. */
export type FileStore = {
  /**
   * Copies a task's outputs into our store before it may succeed: streamed, capped, hashed, their type told by their
   * bytes. What an earlier try of the same task left is dropped first.
   * @returns the new ids, and each output's values with the paths of its files in them (see `absoluteFiles`)
   * @throws Problem `api_error`, or `canceled` by the signal; then nothing is kept
   */
  keepOutputs(
    task: RunRow,
    outputs: readonly MediaOutput[],
    signal: AbortSignal
  ): Promise<{ kept: string[]; data: Json[] }>
  /**
   * @param size bytes that are to come; as many as an upload may have, where nobody says
   * @throws Problem `content_too_large` past the limit of uploads and the person's quota; then nothing is kept
   */
  keepUpload(
    userId: string,
    name: string,
    body: ReadableStream<Uint8Array>,
    size?: number
  ): Promise<FileRow>
  /** A person's files, newest first. */
  list(
    userId: string,
    page: { limit: number; offset: number }
  ): Promise<{ rows: FileRow[]; count: number }>
  /** Removes rows, blobs, thumbnails, unfinished uploads: the address answers 404 from then on. */
  drop(ids: readonly string[]): Promise<void>
  /** Does an address lead to our own files? Such a one is never fetched: see {@link bytesOf}. */
  isOurs(address: string): Promise<boolean>
  /** Is it one of the site's own files that the documentation's examples name? It is read from disk: see {@link bytesOf}. */
  isExample(address: string): Promise<boolean>
  /**
   * The file behind one of our own addresses, read from the blob store, or an example's from disk; whoever knows the
   * address may have it. Null when it is not ours. @throws Problem `not_found` when it is ours and leads to nothing
   */
  bytesOf(address: string): Promise<FileBytes | null>
}
