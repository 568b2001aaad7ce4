import type { Queries } from '#servers/lib/database/queries.ts'
import { newSite } from '#servers/lib/first-run.ts'

/** The prompt of the featured result. */
export const FEATURED_PROMPT = 'A fox in gouache on a hill'

/** Adds a site, and a result that it features: its run and its file have this id. */
export async function showResult(db: Queries, origin: string, id: string): Promise<void> {
  await db
    .insertInto('site')
    .values(newSite(origin, 'ada', Date.now()))
    .onConflict(conflict => conflict.column('origin').doNothing())
    .execute()
  await addResult(db, origin, id)
  const place = { output: 0, user_id: 'ada', width: 64, height: 64, position: 0, created_at: 1 }
  await db
    .insertInto('featured')
    .values({ id, origin, run_id: id, file_id: id, ...place })
    .execute()
}

/** Adds an image that a real provider generated at a site. Its run and its file have this id. */
export async function addResult(db: Queries, origin: string, id: string): Promise<void> {
  await db
    .insertInto('run')
    .values({
      id,
      service: 'flux',
      action: 'images',
      user_id: 'ada',
      application_id: 'plan',
      credential_id: null,
      conversation_id: null,
      origin,
      state: 'succeeded',
      fund: 'real',
      held: 0,
      charged: 0,
      measure: null,
      reason: '',
      status_code: 200,
      trace_id: '',
      lease_owner: '',
      lease_until: 0,
      stop_at: null,
      created_at: 1,
      finished_at: 2,
      provider: 'fal',
      reference: null,
      request: JSON.stringify({ prompt: FEATURED_PROMPT }),
      response: JSON.stringify({ success: true, data: [{ image_url: `/files/${id}` }] }),
      callback_url: null,
      deadline_at: null,
      poll_at: null,
      started_at: null,
      progress: 100,
      deleted_at: null,
      model: null,
      cost: null,
      cost_by: null
    })
    .execute()
  const kind = { purpose: 'output' as const, name: 'a.png', type: 'image/png', size: 1 }
  await db
    .insertInto('file')
    .values({ id, blob: id, run_id: id, user_id: 'ada', sha256: '', created_at: 1, ...kind })
    .execute()
}
