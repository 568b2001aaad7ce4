import { z } from '@hono/zod-openapi'
import {
  librarySelectionSchema,
  libraryRatingSchema,
  favoriteMarkSchema,
  libraryLineageSchema,
  libraryPageSchema,
  libraryQuery,
  type LibraryPage
} from '#contract/library.ts'
import { apiRoute } from '#servers/api/context.ts'
import { archiveItems } from '#servers/api/library/archive.ts'
import { deleteItems } from '#servers/api/library/delete.ts'
import { findOwnItems, toLibraryItems } from '#servers/api/library/items.ts'
import { readLineage } from '#servers/api/library/lineage.ts'
import { listItems } from '#servers/api/library/list.ts'
import { fileBase } from '#servers/files/address.ts'
import type { AnyRoute } from '#servers/lib/route.ts'
import { markItemFavorite, rateItems } from '#servers/library/change.ts'

const byId = z.object({ id: z.string().min(1).max(64) })

const listRoute = apiRoute({
  method: 'get',
  path: '/library/items',
  summary: 'List your results and uploads of all services',
  who: 'person',
  rows: [{ noun: 'project', in: 'query', field: 'project' }],
  query: libraryQuery,
  answer: libraryPageSchema,
  handle: async ({ context, userId, url, input: { query } }): Promise<LibraryPage> => {
    const { rows, next } = await listItems(context.database, userId, query)
    return {
      items: await toLibraryItems(context.database.db, rows, fileBase(context.config, url)),
      next
    }
  }
})

const markRoute = apiRoute({
  method: 'put',
  path: '/library/items/{id}',
  summary: 'Mark an item of your library as a favourite, or unmark it',
  who: 'person',
  rows: [{ noun: 'library_item', in: 'params', field: 'id' }],
  params: byId,
  body: favoriteMarkSchema,
  example: { favourite: true },
  answer: favoriteMarkSchema.extend({ id: z.string() }),
  handle: async ({ context, input: { params, body } }) => {
    await context.database.transaction(tx => markItemFavorite(tx, params.id, body.favourite))
    return { id: params.id, favourite: body.favourite }
  }
})

const lineageRoute = apiRoute({
  method: 'get',
  path: '/library/items/{id}/lineage',
  summary: 'List what an item of your library was made from, and what was made from it',
  who: 'person',
  rows: [{ noun: 'library_item', in: 'params', field: 'id' }],
  params: byId,
  answer: libraryLineageSchema,
  handle: async ({ context, userId, url, input: { params } }) => {
    const { db } = context.database
    const base = fileBase(context.config, url)
    const { parents, children } = await readLineage(db, userId, params.id)
    return {
      parents: await toLibraryItems(db, parents, base),
      children: await toLibraryItems(db, children, base)
    }
  }
})

const rateRoute = apiRoute({
  method: 'post',
  path: '/library/rate',
  summary: 'Rate items of your library with 1 to 5 stars, or remove their ratings',
  who: 'person',
  body: libraryRatingSchema,
  answer: z.object({ count: z.number().int() }),
  handle: async ({ context, userId, input: { body } }) => {
    const { db } = context.database
    const items = await findOwnItems(db, userId, body.ids)
    await rateItems(db, body.ids, body.rating)
    return { count: items.length }
  }
})

const deleteRoute = apiRoute({
  method: 'post',
  path: '/library/delete',
  summary: 'Delete items of your library with their files',
  who: 'person',
  body: librarySelectionSchema,
  answer: z.object({ count: z.number().int() }),
  handle: async ({ context, userId, input: { body } }) => ({
    count: await deleteItems(context, userId, body.ids)
  })
})

const archiveRoute = apiRoute({
  method: 'post',
  path: '/library/archive',
  summary: 'Download items of your library as a zip',
  who: 'person',
  body: librarySelectionSchema,
  answer: 'application/zip',
  handle: ({ context, userId, input: { body } }) => archiveItems(context, userId, body.ids)
})

/** Routes of the library: everything that a user made or uploaded. */
export const libraryRoutes: readonly AnyRoute[] = [
  listRoute,
  markRoute,
  lineageRoute,
  rateRoute,
  deleteRoute,
  archiveRoute
]
