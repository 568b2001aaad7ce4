import type { UploadedFile } from '#contract/file.ts'
import { filePath } from '#servers/files/address.ts'
import type { FileRow } from '#servers/files/keep.ts'

/** A kept file as an upload's answer tells of it. @param base the origin that files are served from */
export function toUploadedFile(row: FileRow, base: string): UploadedFile {
  return {
    id: row.id,
    file_url: base + filePath(row),
    name: row.name,
    type: row.type,
    size: row.size
  }
}
