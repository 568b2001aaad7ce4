import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Conversation } from '#contract/conversation.ts'
import { conversationPage, wholeList } from '#servers/api/chat/list.ts'
import { conversationRequest } from '#contract/conversation.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { idOf } from '../support/account.ts'
import { writeMany } from '../support/conversations.ts'
import { queryPlan } from '../support/query-plan.ts'
import { json, openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let ada: TestPerson
let adaId: string

function call(body: Record<string, unknown>, who = ada): Promise<Response> {
  return studio.call('/aichat/conversations', { json: body, token: who.credential.token })
}
function list(
  body: Record<string, unknown> = {},
  who = ada
): Promise<{ items: Conversation[]; count: number; total: number }> {
  return json(call({ action: 'retrieve_batch', with_messages: false, ...body }, who))
}

beforeAll(async () => {
  studio = await openStudio()
})
afterAll(() => studio.close())
beforeEach(async () => {
  ada = await person(studio)
  adaId = await idOf(studio, ada)
})

describe('10,000 conversations', () => {
  /**
   * Updates the statistics of PostgreSQL.
   * @returns false while PostgreSQL's autovacuum still works on the table
   */
  async function vacuumed(db: Queries): Promise<boolean> {
    await sql`vacuum analyze conversation`.execute(db)
    const { rows } = await sql<{ settled: boolean }>`
      select relallvisible > relpages / 2 as settled from pg_class where oid = 'conversation'::regclass`.execute(
      db
    )
    return rows[0]?.settled === true
  }

  test('are read by index: one page at a time and without sorting', async () => {
    const { db, kind } = studio.context.database
    await writeMany(db, adaId, 5000, 'gpt-5-all')
    await writeMany(db, adaId, 5000, 'gpt-4o')
    for (const other of ['u1', 'u2', 'u3', 'u4']) await writeMany(db, other, 5000)
    if (kind === 'postgres')
      await expect.poll(async () => vacuumed(db), { timeout: 15_000 }).toBe(true)
    const all = conversationRequest.parse({ action: 'retrieve_batch', limit: 40 })
    for (const request of [
      all,
      { ...all, model_group: 'chatgpt' },
      { ...all, model_group: 'deepseek' }
    ]) {
      const page = await queryPlan(
        studio.context.database,
        conversationPage(studio.context.database, adaId, request)
      )
      expect(page).toMatch(/conversation_(list|models)/)
      expect(page).not.toMatch(/TEMP B-TREE|SCAN conversation|(Seq|Heap) Scan|Sort\b(?! Key)/)
      // On PostgreSQL, skip the count: it may rightly scan the table when it counts a third of it.
      if (kind === 'sqlite')
        expect(
          await queryPlan(
            studio.context.database,
            wholeList(db, adaId, request).select(({ fn }) => fn.countAll().as('count'))
          )
        ).not.toMatch(/SCAN conversation/)
    }
    expect(
      (await list({ model_group: 'chatgpt', limit: 3 })).items.map(({ title }) => title)
    ).toEqual(['Conversation 4999', 'Conversation 4999', 'Conversation 4998'])
    // Reading a conversation also reads its runs, so this query needs an index too.
    const runs = db
      .selectFrom('run')
      .select('id')
      .where('conversation_id', '=', 'c')
      .orderBy('created_at', 'desc')
    if (kind === 'sqlite')
      expect(await queryPlan(studio.context.database, runs)).toMatch(
        /SEARCH run USING (COVERING )?INDEX run_conversation/
      )
    for (const [counted, count] of [
      [undefined, 10_000] as const,
      [true, 10_000] as const,
      [false, 43] as const
    ])
      expect(await list({ model_group: 'chatgpt', limit: 3, offset: 40, counted })).toMatchObject({
        count,
        total: count
      })
  })
})
