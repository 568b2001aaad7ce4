import { sql } from 'kysely'
import type { Queries } from '#servers/lib/database/queries.ts'

/**
 * Finds old files that no task holds: uploads of users who signed up at a site, and files of its
 * answers. Favourites, files in a project, published files, profile photos and images of a site
 * stay.
 * @param before unix milliseconds
 * @returns their ids
 */
export async function findOldFiles(
  db: Queries,
  { origin, before, limit }: { origin: string; before: number; limit: number }
): Promise<string[]> {
  const found = await db
    .selectFrom('file')
    .leftJoin('run', 'run.id', 'file.run_id')
    .leftJoin('profile', 'profile.user_id', 'file.user_id')
    .select('file.id')
    .where('file.created_at', '<', before)
    .where(sql<boolean>`file.blob <> ''`)
    .where(({ or, and, eb }) =>
      or([
        and([eb('file.run_id', 'is', null), eb('profile.origin', '=', origin)]),
        and([eb('run.service', '=', 'chat'), eb('run.origin', '=', origin)])
      ])
    )
    .where(
      sql<boolean>`not exists (select 1 from library_item left join project
        on project.id = library_item.project_id where library_item.file_id = file.id
        and (library_item.favourite = 1 or project.id is not null))`
    )
    .where(sql<boolean>`not exists (select 1 from publication where file_id = file.id)`)
    .where(sql<boolean>`not exists (select 1 from featured where file_id = file.id)`)
    .where(
      sql<boolean>`not exists (select 1 from "user"
        where "user".id = file.user_id and "user".image like '%/' || file.id || '/%')`
    )
    .orderBy('file.created_at')
    .limit(limit)
    .execute()
  return found.map(({ id }) => id)
}
