import { z } from '@hono/zod-openapi'
import { listSchema } from '#contract/list.ts'
import {
  projectMoveSchema,
  newProjectSchema,
  changeProjectSchema,
  projectChatsQuery,
  projectChatsSchema,
  projectQuery,
  projectSchema
} from '#contract/project.ts'
import { apiRoute } from '#servers/api/context.ts'
import { listProjectChats } from '#servers/api/projects/chats.ts'
import { moveContents } from '#servers/api/projects/move.ts'
import {
  changeProject,
  createProject,
  deleteProject,
  getProject,
  listProjects
} from '#servers/api/projects/projects.ts'
import type { AnyRoute } from '#servers/lib/route.ts'

const PROJECTS = '/library/projects'
const byId = z.object({ id: z.string().min(1).max(64) })
const own = [{ noun: 'project', in: 'params', field: 'id' }] as const

const listRoute = apiRoute({
  method: 'get',
  path: PROJECTS,
  summary: 'List your projects',
  who: 'person',
  query: projectQuery,
  answer: listSchema(projectSchema),
  handle: async ({ context, userId, input: { query } }) => {
    const archived = query.archived === undefined ? undefined : query.archived === 'true'
    const items = await listProjects(context.database.db, userId, archived)
    return { items, count: items.length }
  }
})

const createRoute = apiRoute({
  method: 'post',
  path: PROJECTS,
  summary: 'Create a project',
  who: 'person',
  once: 'answer',
  body: newProjectSchema,
  example: { name: 'Summer campaign', colour: 'orange' },
  answer: projectSchema,
  handle: ({ context, userId, input: { body } }) => createProject(context, userId, body)
})

const getRoute = apiRoute({
  method: 'get',
  path: `${PROJECTS}/{id}`,
  summary: 'Get a project',
  who: 'person',
  rows: own,
  params: byId,
  answer: projectSchema,
  handle: ({ context, input: { params } }) => getProject(context.database.db, params.id)
})

const changeRoute = apiRoute({
  method: 'put',
  path: `${PROJECTS}/{id}`,
  summary: 'Rename or archive a project, or change its colour',
  who: 'person',
  rows: own,
  params: byId,
  body: changeProjectSchema,
  example: { archived: true },
  answer: projectSchema,
  handle: ({ context, input: { params, body } }) => changeProject(context, params.id, body)
})

const deleteRoute = apiRoute({
  method: 'delete',
  path: `${PROJECTS}/{id}`,
  summary: 'Delete a project and keep its items and chats',
  who: 'person',
  rows: own,
  params: byId,
  answer: 'text/plain',
  status: 204,
  handle: ({ context, userId, input: { params } }) => deleteProject(context, userId, params.id)
})

const chatsRoute = apiRoute({
  method: 'get',
  path: `${PROJECTS}/{id}/chats`,
  summary: 'List the chats of a project',
  who: 'person',
  rows: own,
  params: byId,
  query: projectChatsQuery,
  answer: projectChatsSchema,
  handle: ({ context, userId, locale, input: { params, query } }) =>
    listProjectChats(context.database.db, userId, params.id, { ...query, locale })
})

const moveRoute = apiRoute({
  method: 'post',
  path: '/library/move',
  summary: 'Move items and chats into a project, or out of their projects',
  who: 'person',
  rows: [{ noun: 'project', in: 'body', field: 'project_id' }],
  body: projectMoveSchema,
  answer: z.object({ count: z.number().int() }),
  handle: async ({ context, userId, input: { body } }) => ({
    count: await moveContents(context, userId, body)
  })
})

/** Routes of projects, which hold items of the library and chats together. */
export const projectRoutes: readonly AnyRoute[] = [
  listRoute,
  createRoute,
  getRoute,
  changeRoute,
  deleteRoute,
  chatsRoute,
  moveRoute
]
