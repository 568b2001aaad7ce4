import type { PromptHistory } from '#contract/preset.ts'
import { asRecord, type Json } from '#core/json.ts'
import type { Queries } from '#servers/lib/database/queries.ts'

/** The most prompts that are listed. */
const MOST = 30

/** Tasks in one read, and the most reads. A user who repeats one prompt sees fewer prompts. */
const PAGE = 50
const PAGES = 6

/**
 * Lists the prompts that a user sent to a tool, without repetitions, the newest first. Deleted
 * tasks do not count, and neither do tasks before the newest 300.
 * @param service the short id of the tool, such as `flux`
 */
export async function listPrompts(
  db: Queries,
  userId: string,
  service: string
): Promise<PromptHistory> {
  const found = new Map<string, string>()
  for (let page = 0; page < PAGES && found.size < MOST; page++) {
    const rows = await db
      .selectFrom('run')
      .select(['request', 'created_at'])
      .where('user_id', '=', userId)
      .where('service', '=', service)
      .where('deleted_at', 'is', null)
      .orderBy('created_at', 'desc')
      .limit(PAGE)
      .offset(page * PAGE)
      .execute()
    for (const { request, created_at } of rows) {
      const prompt = promptIn(request)
      if (prompt !== '' && !found.has(prompt))
        found.set(prompt, new Date(Number(created_at)).toISOString())
    }
    if (rows.length < PAGE) break
  }
  return { items: [...found].slice(0, MOST).map(([prompt, used_at]) => ({ prompt, used_at })) }
}

function promptIn(request: string | null): string {
  const prompt = asRecord(JSON.parse(request ?? 'null') as Json)?.['prompt']
  return typeof prompt === 'string' ? prompt.trim() : ''
}
