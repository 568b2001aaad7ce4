import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import { runPrompt, type Output } from '#core/output.ts'
import { storableText } from '#servers/lib/storable.ts'
import type { LibraryItemTable } from '#servers/lib/database/library-tables.ts'
import type { RunRow } from '#servers/lib/database/run-tables.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { FileTable } from '#servers/lib/database/tables.ts'
import { resultsOf } from '#servers/library/results.ts'
import { addSources } from '#servers/library/sources.ts'
import { addWords } from '#servers/library/words.ts'

/** Longest prompt and title of an item, in characters. The task keeps the whole prompt. */
const [PROMPT, TITLE] = [2000, 200]

type Item = Insertable<LibraryItemTable>
type Upload = Pick<FileTable, 'id' | 'user_id' | 'name' | 'created_at'>
type Run = Pick<RunRow, 'id' | 'user_id' | 'service' | 'action' | 'model' | 'request'>

/**
 * Adds the results of a task to the library, in the transaction that ends it.
 * @param response as the run stores it; null for none
 * @param now unix milliseconds
 */
export async function addResults(
  tx: Queries,
  run: Run,
  response: string | null,
  now: number
): Promise<void> {
  await addSources(tx, run, await add(tx, toResultItems(run, response, now)), now)
}

/** Adds a complete upload to the library of its user. Adding it twice is no error. */
export async function addUpload(db: Queries, upload: Upload): Promise<void> {
  await add(db, [toUploadItem(upload)])
}

/** Returns the items of the results of a task; see {@link addResults}. */
export function toResultItems(
  { id, user_id, service, action, model, request }: Run,
  response: string | null,
  now: number
): Item[] {
  const answer = JSON.parse(response ?? '{}') as Output
  const prompt = runPrompt(JSON.parse(request ?? '{}') as Output, answer)
  const shared = { user_id, run_id: id, service, model, prompt: shortened(prompt, PROMPT) }
  return resultsOf({ service, action }, answer).map(({ kind, fileId, posterId, title, text }) => ({
    ...shared,
    id: randomUUID(),
    kind,
    file_id: fileId,
    poster_id: posterId,
    title: shortened(title, TITLE),
    text: storableText(text),
    created_at: now
  }))
}

/** Returns the item of an upload. */
export function toUploadItem({ id, user_id, name, created_at }: Upload): Item {
  return {
    id: randomUUID(),
    user_id,
    kind: 'upload',
    run_id: null,
    service: '',
    model: null,
    file_id: id,
    poster_id: null,
    prompt: shortened(name, TITLE),
    title: '',
    text: '',
    created_at
  }
}

/** @returns the ids of the items that were not in the library before */
async function add(db: Queries, items: readonly Item[]): Promise<string[]> {
  if (items.length === 0) return []
  const added = await db
    .insertInto('library_item')
    .values(items)
    .onConflict(conflict => conflict.column('file_id').doNothing())
    .returning('id')
    .execute()
  const ids = new Set(added.map(({ id }) => id))
  await addWords(
    db,
    items.filter(({ id }) => ids.has(id))
  )
  return [...ids]
}

function shortened(text: string, most: number): string {
  return [...storableText(text)].slice(0, most).join('')
}
