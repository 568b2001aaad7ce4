import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import {
  MOST_PROJECTS,
  type NewProject,
  type Project,
  type ChangeProject
} from '#contract/project.ts'
import { Problem } from '#core/problem.ts'
import type { ApiContext } from '#servers/api/context.ts'
import { releaseChats } from '#servers/api/projects/chats.ts'
import type { ProjectTable } from '#servers/lib/database/library-tables.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { storableText } from '#servers/lib/storable.ts'
import { releaseItems } from '#servers/library/change.ts'

type Needs = Pick<ApiContext, 'database' | 'clock'>

/** Columns of a project that clients get. */
const TOLD = ['id', 'name', 'colour', 'archived_at', 'created_at'] as const

/**
 * Lists a user's projects, newest first.
 * @param archived true for archived ones only, false for those in use; undefined for all
 */
export async function listProjects(
  db: Queries,
  userId: string,
  archived: boolean | undefined
): Promise<Project[]> {
  const own = db.selectFrom('project').select(TOLD).where('user_id', '=', userId)
  const chosen =
    archived === undefined ? own : own.where('archived_at', archived ? 'is not' : 'is', null)
  const rows = await chosen
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_PROJECTS)
    .execute()
  return rows.map(toProject)
}

/**
 * Reads a project.
 * @throws Problem `not_found` if it was deleted in the meantime
 */
export async function getProject(db: Queries, id: string): Promise<Project> {
  const row = await db.selectFrom('project').select(TOLD).where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw missing(id)
  return toProject(row)
}

/**
 * Creates an empty project.
 * @throws Problem `bad_request` when the user has as many projects as a user may have
 */
export async function createProject(
  { database, clock }: Needs,
  userId: string,
  { name, colour }: NewProject
): Promise<Project> {
  return database.transaction(async tx => {
    const { count } = await tx
      .selectFrom('project')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    if (Number(count) >= MOST_PROJECTS)
      throw new Problem('bad_request', {
        detail: `a user has at most ${MOST_PROJECTS} projects: delete one first`,
        issues: [{ field: 'name', code: 'too_many' }]
      })
    const row = {
      id: randomUUID(),
      user_id: userId,
      name: storableText(name),
      colour,
      archived_at: null,
      created_at: clock.now()
    }
    await tx.insertInto('project').values(row).execute()
    return toProject(row)
  })
}

/**
 * Renames a project, changes its colour, archives it or takes it into use again.
 * @throws Problem `not_found` for a project that was deleted in the meantime
 */
export async function changeProject(
  { database, clock }: Needs,
  id: string,
  { name, colour, archived }: ChangeProject
): Promise<Project> {
  const row = await database.db
    .updateTable('project')
    .set({
      // The id is set too, since there may be no other change.
      id,
      ...(name !== undefined && { name: storableText(name) }),
      ...(colour !== undefined && { colour }),
      ...(archived !== undefined && { archived_at: archived ? clock.now() : null })
    })
    .where('id', '=', id)
    .returning(TOLD)
    .executeTakeFirst()
  if (row === undefined) throw missing(id)
  return toProject(row)
}

/**
 * Deletes a project. Its items and chats stay, and then are in no project. If the process ends
 * before it has released all of them, the others name a project that nobody finds, which is the
 * same for their user.
 */
export async function deleteProject(
  { database }: Needs,
  userId: string,
  id: string
): Promise<void> {
  const { db } = database
  await db.deleteFrom('project').where('id', '=', id).execute()
  await releaseItems(db, userId, id)
  await releaseChats(db, userId, id)
}

function toProject({
  id,
  name,
  colour,
  archived_at,
  created_at
}: Pick<Selectable<ProjectTable>, (typeof TOLD)[number]>): Project {
  return {
    id,
    name,
    colour,
    archived_at: archived_at === null ? null : new Date(archived_at).toISOString(),
    created_at: new Date(created_at).toISOString()
  }
}

function missing(id: string): Problem {
  return new Problem('not_found', { detail: `no project ${id}` })
}
