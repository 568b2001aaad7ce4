import { z } from '@hono/zod-openapi'
import { listSchema } from '#contract/list.ts'
import {
  changePresetSchema,
  newPresetSchema,
  presetQuery,
  presetSchema,
  promptHistorySchema,
  promptsQuery
} from '#contract/preset.ts'
import { Problem } from '#core/problem.ts'
import type { AnyRoute, OwnedRowField } from '#servers/lib/route.ts'
import { platformRoute, type PlatformContext } from '#servers/platform/context.ts'
import {
  changePreset,
  createPreset,
  listPresets,
  removePreset,
  type PresetOwner
} from '#servers/platform/presets/presets.ts'
import { listPrompts } from '#servers/platform/presets/prompts.ts'

const PRESETS = '/api/v1/presets'
const OF_SITE = '/api/v1/sites/{id}/presets'
const byId = z.object({ id: z.string().min(1).max(64) })
const atSite = byId.extend({ preset_id: z.string().min(1).max(64) })
const own: readonly OwnedRowField[] = [{ noun: 'preset', in: 'params', field: 'id' }]
const ofSite: readonly OwnedRowField[] = [{ noun: 'site', in: 'params', field: 'id' }]

const EXAMPLE = {
  service: 'flux',
  action: 'images',
  name: 'Wide gouache',
  settings: { size: '16:9' },
  style: 'in gouache, soft light'
}

const listRoute = platformRoute({
  method: 'get',
  path: PRESETS,
  summary: 'List your presets of tools',
  who: 'person',
  query: presetQuery,
  answer: listSchema(presetSchema),
  handle: ({ context, userId, input: { query } }) =>
    listPresets(context.database.db, ofUser(userId), query)
})

const addRoute = platformRoute({
  method: 'post',
  path: PRESETS,
  summary: 'Save settings of a tool as a preset',
  who: 'person',
  once: 'answer',
  body: newPresetSchema,
  answer: presetSchema,
  example: EXAMPLE,
  handle: ({ context, userId, input: { body } }) => createPreset(context, ofUser(userId), body)
})

const changeRoute = platformRoute({
  method: 'put',
  path: `${PRESETS}/{id}`,
  summary: 'Rename a preset, or replace what it holds',
  who: 'person',
  rows: own,
  params: byId,
  body: changePresetSchema,
  answer: presetSchema,
  example: { name: 'Wide' },
  handle: ({ context, userId, input: { params, body } }) =>
    changePreset(context, ofUser(userId), params.id, body)
})

const removeRoute = platformRoute({
  method: 'delete',
  path: `${PRESETS}/{id}`,
  summary: 'Delete a preset',
  who: 'person',
  rows: own,
  params: byId,
  answer: z.null(),
  status: 204,
  handle: ({ context, userId, input: { params } }) =>
    removePreset(context.database.db, ofUser(userId), params.id)
})

const siteListRoute = platformRoute({
  method: 'get',
  path: OF_SITE,
  summary: 'List the presets that a site offers to everyone',
  who: 'anyone',
  params: byId,
  query: presetQuery,
  answer: listSchema(presetSchema),
  handle: async ({ context, input: { params, query } }) =>
    listPresets(context.database.db, await siteOwner(context, params.id), query)
})

const siteAddRoute = platformRoute({
  method: 'post',
  path: OF_SITE,
  summary: 'Offer a preset to everyone at a site (site admins)',
  who: 'person',
  rows: ofSite,
  audited: true,
  once: 'answer',
  params: byId,
  body: newPresetSchema,
  answer: presetSchema,
  example: EXAMPLE,
  handle: async ({ context, input: { params, body } }) =>
    createPreset(context, await siteOwner(context, params.id), body)
})

const siteChangeRoute = platformRoute({
  method: 'put',
  path: `${OF_SITE}/{preset_id}`,
  summary: 'Change a preset that a site offers to everyone (site admins)',
  who: 'person',
  rows: ofSite,
  audited: true,
  params: atSite,
  body: changePresetSchema,
  answer: presetSchema,
  example: { name: 'Wide' },
  handle: async ({ context, input: { params, body } }) =>
    changePreset(context, await siteOwner(context, params.id), params.preset_id, body)
})

const siteRemoveRoute = platformRoute({
  method: 'delete',
  path: `${OF_SITE}/{preset_id}`,
  summary: 'Stop offering a preset at a site (site admins)',
  who: 'person',
  rows: ofSite,
  audited: true,
  params: atSite,
  answer: z.null(),
  status: 204,
  handle: async ({ context, input: { params } }) =>
    removePreset(context.database.db, await siteOwner(context, params.id), params.preset_id)
})

const promptsRoute = platformRoute({
  method: 'get',
  path: '/api/v1/users/me/prompts',
  summary: 'List the prompts that you sent to a tool, the newest first',
  who: 'person',
  query: promptsQuery,
  answer: promptHistorySchema,
  handle: ({ context, userId, input: { query } }) =>
    listPrompts(context.database.db, userId, query.service)
})

function ofUser(user_id: string): PresetOwner {
  return { user_id, origin: '' }
}

async function siteOwner({ database: { db } }: PlatformContext, id: string): Promise<PresetOwner> {
  const site = await db.selectFrom('site').select('origin').where('id', '=', id).executeTakeFirst()
  if (site === undefined) throw new Problem('not_found', { detail: `no site ${id}` })
  return { user_id: '', origin: site.origin }
}

/** Routes for saved settings of tools, those of sites, and earlier prompts. */
export const presetRoutes: readonly AnyRoute[] = [
  listRoute,
  addRoute,
  changeRoute,
  removeRoute,
  siteListRoute,
  siteAddRoute,
  siteChangeRoute,
  siteRemoveRoute,
  promptsRoute
]
