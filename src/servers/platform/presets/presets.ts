import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { ChangePreset, NewPreset, Preset, PresetQuery } from '#contract/preset.ts'
import { MOST_PRESETS } from '#core/preset.ts'
import { Problem } from '#core/problem.ts'
import type { PresetTable } from '#servers/lib/database/preset-tables.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { commitEffect } from '#servers/lib/once-calls.ts'
import { storableText } from '#servers/lib/storable.ts'
import type { PlatformContext } from '#servers/platform/context.ts'
import { readPresetContent, refusedPreset } from '#servers/platform/presets/check.ts'

/** Whose presets a call concerns: those of a user, or those of a site by its origin. */
export type PresetOwner = { user_id: string; origin: '' } | { user_id: ''; origin: string }

/** Lists the presets of an owner, in the order in which they were saved. */
export async function listPresets(
  db: Queries,
  owner: PresetOwner,
  { service, limit, offset }: PresetQuery
): Promise<{ items: Preset[]; count: number }> {
  const own = presetsOf(db, owner).$if(service !== undefined, query =>
    query.where('service', '=', service ?? '')
  )
  const { count } = await own
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const rows = await own
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
  return { items: rows.map(toPreset), count: Number(count) }
}

/**
 * Saves a preset.
 * @throws Problem `bad_request` naming a wrong field, or `service` if its owner has too many
 */
export async function createPreset(
  context: PlatformContext,
  owner: PresetOwner,
  given: NewPreset
): Promise<Preset> {
  const { database, clock } = context
  const { service, action, name } = given
  const { settings, prompt, style } = await readPresetContent(context, given)
  const now = clock.now()
  const row: PresetTable = {
    id: randomUUID(),
    ...owner,
    service,
    action,
    name: storableText(name),
    settings: settings === null ? null : JSON.stringify(settings),
    prompt: storableText(prompt),
    style: storableText(style),
    created_at: now,
    updated_at: now
  }
  return commitEffect(database, async tx => {
    await checkRoom(tx, owner, service)
    await tx.insertInto('preset').values(row).execute()
    return toPreset(row)
  })
}

/**
 * Renames a preset or replaces what it holds.
 * @throws Problem `not_found`; `bad_request` naming a wrong field
 */
export async function changePreset(
  context: PlatformContext,
  owner: PresetOwner,
  id: string,
  changes: ChangePreset
): Promise<Preset> {
  const { db } = context.database
  const before = await findPreset(db, owner, id)
  const { action, settings, prompt, style, name } = changes
  const holds = {
    service: before.service,
    action: action ?? before.action,
    settings: settings === undefined ? before.settings : settings,
    prompt: prompt ?? before.prompt,
    style: style ?? before.style
  }
  // A new name must not fail because the tool has changed since the preset was saved.
  const isRenamed = [action, settings, prompt, style].every(each => each === undefined)
  const read = isRenamed ? holds : await readPresetContent(context, holds)
  const row = await db
    .updateTable('preset')
    .set({
      action: holds.action,
      name: storableText(name ?? before.name),
      settings: read.settings === null ? null : JSON.stringify(read.settings),
      prompt: storableText(read.prompt),
      style: storableText(read.style),
      updated_at: context.clock.now()
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) throw noPreset(id)
  return toPreset(row)
}

/** Deletes a preset. A second call changes nothing. */
export async function removePreset(db: Queries, owner: PresetOwner, id: string): Promise<null> {
  await db
    .deleteFrom('preset')
    .where('id', '=', id)
    .where('user_id', '=', owner.user_id)
    .where('origin', '=', owner.origin)
    .execute()
  return null
}

async function findPreset(db: Queries, owner: PresetOwner, id: string): Promise<Preset> {
  const row = await presetsOf(db, owner).selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw noPreset(id)
  return toPreset(row)
}

function presetsOf(db: Queries, { user_id, origin }: PresetOwner) {
  return db.selectFrom('preset').where('user_id', '=', user_id).where('origin', '=', origin)
}

async function checkRoom(tx: Queries, owner: PresetOwner, service: string): Promise<void> {
  const { count } = await presetsOf(tx, owner)
    .where('service', '=', service)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= MOST_PRESETS)
    throw refusedPreset(
      [{ field: 'service', code: 'too_many' }],
      `there are already ${MOST_PRESETS} presets for this tool`
    )
}

function noPreset(id: string): Problem {
  return new Problem('not_found', { detail: `no preset ${id}` })
}

function toPreset(row: Selectable<PresetTable>): Preset {
  const { id, service, action, name, settings, prompt, style, created_at, updated_at } = row
  return {
    id,
    service,
    action,
    name,
    settings: settings === null ? null : (JSON.parse(settings) as Record<string, unknown>),
    prompt,
    style,
    created_at: new Date(Number(created_at)).toISOString(),
    updated_at: new Date(Number(updated_at)).toISOString()
  }
}
