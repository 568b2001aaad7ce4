import { extname } from 'node:path'
import { shortTitle } from '#core/short-title.ts'
import type { ApiContext } from '#servers/api/context.ts'
import {
  findItemFiles,
  findOwnItems,
  readItemText,
  type ChosenItem
} from '#servers/api/library/items.ts'
import { createZipNames } from '#servers/api/library/zip-names.ts'
import type { FileRow } from '#servers/files/keep.ts'
import { zipResponse, type ZipEntry } from '#servers/lib/zip.ts'

type Needs = Pick<ApiContext, 'database' | 'blobs' | 'clock'>

/** The text file in the zip that lists the files that are missing from it. */
const MISSING = 'missing-files.txt'

/**
 * Writes items of a user as a zip. Files that are gone or broken are left out, and listed in a text
 * file at its end.
 * @throws Problem `not_found` if one belongs to somebody else
 */
export async function archiveItems(
  needs: Needs,
  userId: string,
  ids: readonly string[]
): Promise<Response> {
  const rows = await findOwnItems(needs.database.db, userId, ids)
  const day = new Date(needs.clock.now()).toISOString().slice(0, 10)
  return zipResponse(entries(needs, rows), `library-${day}`)
}

async function* entries(needs: Needs, rows: readonly ChosenItem[]): AsyncGenerator<ZipEntry> {
  const names = createZipNames([MISSING])
  const missing: string[] = []
  for (const row of rows) {
    const lastModified = new Date(row.created_at)
    if (row.file_id === null) {
      const input = await readItemText(needs.database.db, row.id)
      yield { name: names(resultName(row, `${row.service}.txt`)), lastModified, input }
      continue
    }
    const file = (await findItemFiles(needs.database.db, [row])).get(row.file_id)
    const input = file === undefined ? null : await bytesOf(needs, file)
    if (file === undefined || input === null) missing.push(row.prompt || row.id)
    else
      yield {
        name: names(row.kind === 'upload' ? file.name : resultName(row, file.name)),
        lastModified,
        input
      }
  }
  if (missing.length > 0)
    yield {
      name: MISSING,
      lastModified: new Date(needs.clock.now()),
      input: missing.map(line => `${line.replaceAll(/\s+/g, ' ')}\n`).join('')
    }
}

/**
 * Names a result by its title or the first words of its prompt, since fifty files that are all named
 * after their tool tell nothing.
 * @param name of its file, whose ending it gets; the name of a result without words
 */
function resultName({ title, prompt }: ChosenItem, name: string): string {
  const words = shortTitle((title || prompt).replaceAll(/[/\\]/g, ' ')).replace(
    /(?<![\s.…])[\s.…]+$/u,
    ''
  )
  return words === '' ? name : words + extname(name)
}

/**
 * Reads a file.
 * @returns null if its bytes are gone or incomplete
 */
async function bytesOf(
  { blobs }: Needs,
  { blob, size }: FileRow
): Promise<ReadableStream<Uint8Array> | null> {
  if ((await blobs.size(blob).catch(() => null)) !== Number(size)) return null
  return blobs.get(blob).catch(() => null)
}
