import type { Credential } from '#contract/credential.ts'
import type { Preset } from '#contract/preset.ts'
import type { Project } from '#contract/project.ts'
import type { PublicationTable } from '#servers/lib/database/publication-tables.ts'
import type { OwnedRowKind } from '#servers/lib/owners.ts'
import { upload } from './files.ts'
import { frames, json, type TestPerson, type TestStudio } from './studio.ts'

/**
 * Creates rows that belong to this user, for calls whose path contains an id. It creates no files
 * and no orders. As the site, it returns the first one, which its admins own.
 * @returns the ids by kind of row
 */
export async function ownRows(
  studio: TestStudio,
  who: TestPerson
): Promise<Partial<Record<OwnedRowKind, string>>> {
  const { db } = studio.context.database
  const asked = await studio.call('/aichat/conversations', {
    json: { model: 'gpt-5-all', question: 'mine [sandbox:tokens=5]' },
    token: who.credential.token
  })
  const { frames: found } = await frames(asked)
  const conversation = String(found[0]?.['id'])
  const run = await db
    .selectFrom('run')
    .selectAll()
    .where('conversation_id', '=', conversation)
    .executeTakeFirstOrThrow()
  // A task of a service, which all calls that name a run can read, and a site may feature.
  const { id: file } = await upload(studio, who, 'made by a vendor')
  const task = {
    ...run,
    id: crypto.randomUUID(),
    service: 'flux',
    action: 'images',
    fund: 'real' as const,
    provider: 'nobody',
    request: '{}',
    response: JSON.stringify({ success: true, data: [{ image_url: `/files/${file}` }] }),
    conversation_id: null
  }
  await db.insertInto('run').values(task).execute()
  const item = await db
    .selectFrom('library_item')
    .select('id')
    .where('file_id', '=', file)
    .executeTakeFirstOrThrow()
  const site = await db.selectFrom('site').select('id').orderBy('created_at').executeTakeFirst()
  const said = await db
    .selectFrom('conversation')
    .selectAll()
    .where('id', '=', conversation)
    .executeTakeFirstOrThrow()
  const deleted = {
    ...said,
    id: crypto.randomUUID(),
    leaf_id: null,
    deleted_at: studio.context.clock.now()
  }
  await db.insertInto('conversation').values(deleted).execute()
  const comparison = {
    id: crypto.randomUUID(),
    user_id: said.user_id,
    kind: 'chat' as const,
    prompt: 'mine',
    models: JSON.stringify([
      { service: 'chat', model: 'gpt-5-all', run_id: run.id },
      { service: 'chat', model: 'gpt-6-sol', run_id: null }
    ]),
    winner: null,
    created_at: studio.context.clock.now()
  }
  await db.insertInto('comparison_vote').values(comparison).execute()
  const rows: Partial<Record<OwnedRowKind, string>> = {
    conversation,
    deleted_conversation: deleted.id,
    run: task.id,
    library_item: item.id,
    project: await newProject(studio, who),
    comparison_vote: comparison.id,
    preset: await newPreset(studio, who),
    publication: await newPublication(studio, task.id),
    application: who.application.id,
    credential: await newKey(studio, who)
  }
  return site === undefined ? rows : { ...rows, site: site.id }
}

/**
 * Shares a result that waits for Explore: a copy of a task, since each result is shared only once.
 * @param run the id of a task of `ownRows`
 * @returns the id
 */
export async function newPublication({ context }: TestStudio, run: string): Promise<string> {
  const { db } = context.database
  const found = await db
    .selectFrom('run')
    .selectAll()
    .where('id', '=', run)
    .executeTakeFirstOrThrow()
  const task = { ...found, id: crypto.randomUUID() }
  await db.insertInto('run').values(task).execute()
  const [, file_id = ''] = /\/files\/([\w-]+)/.exec(task.response ?? '') ?? []
  const row: PublicationTable = {
    id: crypto.randomUUID(),
    origin: await context.sites.placeholder(),
    user_id: task.user_id,
    run_id: task.id,
    output: 0,
    file_id,
    service: 'flux',
    kind: 'image',
    title: 'mine',
    width: 64,
    height: 64,
    state: 'waiting',
    likes: 0,
    listed_at: 1,
    created_at: 1,
    taken_down_at: null
  }
  await db.insertInto('publication').values(row).execute()
  return row.id
}

/**
 * Creates a named API key that nothing else depends on.
 * @returns its id
 */
export async function newKey(
  studio: TestStudio,
  { application, token }: TestPerson
): Promise<string> {
  const body = { application_id: application.id, name: 'spare' }
  return (
    await json<Credential>(
      studio.call('/api/v1/credentials/', { json: body, token: token.access_token })
    )
  ).id
}

/**
 * Creates an empty project.
 * @returns its id
 */
export async function newProject(studio: TestStudio, { token }: TestPerson): Promise<string> {
  return (
    await json<Project>(
      studio.call('/library/projects', { json: { name: 'Boats' }, token: token.access_token })
    )
  ).id
}

/**
 * Saves a preset of Flux.
 * @param path where to save it: for the user, or at a site for everyone
 * @returns its id
 */
export async function newPreset(
  studio: TestStudio,
  { token }: TestPerson,
  path = '/api/v1/presets'
): Promise<string> {
  const body = { service: 'flux', action: 'images', name: 'Wide', settings: { size: '16:9' } }
  return (await json<Preset>(studio.call(path, { json: body, token: token.access_token }))).id
}
