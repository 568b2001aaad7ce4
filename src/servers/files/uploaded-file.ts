import type { UploadedFile } from '#contract/file.ts'
import { filePath } from '#servers/files/address.ts'
import type { FileRow } from '#servers/files/keep.ts'

/**
 * Returns a file for the answer of an upload.
 * @param base the origin that serves files
 */
export function toUploadedFile(row: FileRow, base: string): UploadedFile {
  return {
    id: row.id,
    file_url: base + filePath(row),
    name: row.name,
    type: row.type,
    size: row.size
  }
}
