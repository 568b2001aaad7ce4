import { sql } from 'kysely'
import type {
  ExploreQuery,
  OwnPublicationsQuery,
  Publication,
  PublicationPage,
  ReviewQuery
} from '#contract/publication.ts'
import { Problem } from '#core/problem.ts'
import { hasExplore } from '#core/switches.ts'
import { fileBase } from '#servers/files/address.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { formatListCursor, parseListCursor } from '#servers/lib/list-cursor.ts'
import { loadToolFinder, type ToolFinder } from '#servers/lib/own-services.ts'
import { takenDownProblem } from '#servers/moderation/take-down.ts'
import type { PlatformContext } from '#servers/platform/context.ts'
import { findShownOutput, isFromModel, toFeatured } from '#servers/platform/results/result.ts'

/** A call about publications. */
export type Asked = {
  context: PlatformContext
  /** Empty for a guest. */
  userId: string
  url: URL
  /** The site of the call. */
  origin: string
}

/** The columns that can order a list. */
type Order = 'listed_at' | 'likes' | 'created_at'

/** A query for a page, with one row more if there is a next page. `limit`: its most items. */
type Page = { rows: ReturnType<typeof selectPublications>; order: Order; limit: number }

type Row = Awaited<ReturnType<ReturnType<typeof selectPublications>['execute']>>[number]

/** Lists what the users of a site show on Explore. Empty if the site has no such page. */
export async function listExplore(asked: Asked, query: ExploreQuery): Promise<PublicationPage> {
  const { context, origin } = asked
  if (!hasExplore(await context.terms.of(origin))) return { items: [], next: null }
  return readPage(asked, explorePage(context.database.db, origin, query))
}

/** Builds the query of a page of Explore. */
export function explorePage(db: Queries, origin: string, query: ExploreQuery): Page {
  const { kind, service, sort } = query
  let rows = selectVisible(db, origin).where('publication.state', '=', 'listed')
  if (kind !== undefined) rows = rows.where('publication.kind', '=', kind)
  if (service !== undefined) rows = rows.where('publication.service', '=', service)
  return takePage(rows, sort === 'liked' ? 'likes' : 'listed_at', query)
}

/** Lists what the caller shares, the newest first. */
export function listOwnPublications(
  asked: Asked,
  query: OwnPublicationsQuery
): Promise<PublicationPage> {
  const own = selectPublications(asked.context.database.db).where(
    'publication.user_id',
    '=',
    asked.userId
  )
  const { task_id } = query
  const rows = task_id === undefined ? own : own.where('publication.run_id', '=', task_id)
  return readPage(asked, takePage(rows, 'created_at', query))
}

/** Lists the results of a site that are in one state of the review, by default those that wait. */
export function listForReview(asked: Asked, query: ReviewQuery): Promise<PublicationPage> {
  const rows = selectVisible(asked.context.database.db, asked.origin)
  const { state = 'waiting' } = query
  const chosen = rows.where('publication.state', '=', state)
  return readPage(asked, takePage(chosen, 'listed_at', query))
}

/**
 * Returns a publication to its owner, or to anybody who has the link.
 * @throws Problem `not_found`; `forbidden` with the issue `taken_down` for what operators took down
 */
export async function getPublication(asked: Asked, id: string): Promise<Publication> {
  const { context, userId, origin } = asked
  const { db } = context.database
  const row = await selectPublications(db).where('publication.id', '=', id).executeTakeFirst()
  const found =
    row === undefined
      ? null
      : toPublication(row, asked, await likedBy(db, userId, [row]), await loadToolFinder(context))
  if (row === undefined || found === null) throw noPublication(id)
  if (found.own) return found
  if (row.blocked !== null || row.taken !== null || row.taken_down_at !== null)
    throw takenDownProblem()
  if (row.origin !== origin || row.state === 'refused') throw noPublication(id)
  return found
}

/** Builds the problem for a publication that does not exist or is not shown to the caller. */
export function noPublication(id: string): Problem {
  return new Problem('not_found', { detail: `no publication ${id}` })
}

/** Selects the publications whose task and file still exist. */
function selectPublications(db: Queries) {
  return db
    .selectFrom('publication')
    .innerJoin('run', 'run.id', 'publication.run_id')
    .innerJoin('file', 'file.id', 'publication.file_id')
    .leftJoin('block', 'block.user_id', 'publication.user_id')
    .selectAll('publication')
    .select(['run.action', 'run.fund', 'run.provider', 'run.request', 'run.response'])
    .select(['run.state as run_state', 'block.user_id as blocked'])
    .select(({ selectFrom }) =>
      // A file may be taken down several times, with several conversations.
      selectFrom('taken_file')
        .select('taken_file.file_id')
        .whereRef('taken_file.file_id', '=', 'publication.file_id')
        .limit(1)
        .as('taken')
    )
    .where('run.deleted_at', 'is', null)
    .where('file.blob', '!=', '')
}

/** Selects the publications of a site that neither operators nor a block have hidden. */
function selectVisible(db: Queries, origin: string) {
  return selectPublications(db)
    .where('publication.origin', '=', origin)
    .where('publication.taken_down_at', 'is', null)
    .where('block.user_id', 'is', null)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('taken_file')
            .select('taken_file.file_id')
            .whereRef('taken_file.file_id', '=', 'publication.file_id')
        )
      )
    )
}

/** Takes the rows of one page, beginning at a cursor. */
function takePage(
  chosen: Page['rows'],
  order: Order,
  { cursor, limit }: { cursor?: string | undefined; limit: number }
): Page {
  const column = sql.ref(`publication.${order}`)
  let rows = chosen
  if (cursor !== undefined) {
    const { rank, id } = parseListCursor(cursor)
    rows = rows.where(sql<boolean>`(${column}, publication.id) < (${rank}, ${id})`)
  }
  rows = rows
    .orderBy(column, 'desc')
    .orderBy('publication.id', 'desc')
    .limit(limit + 1)
  return { rows, order, limit }
}

async function readPage(asked: Asked, { rows, order, limit }: Page): Promise<PublicationPage> {
  const found = await rows.execute()
  const shown = found.slice(0, limit)
  const liked = await likedBy(asked.context.database.db, asked.userId, shown)
  const findTool = await loadToolFinder(asked.context)
  const last = found.length > limit ? shown.at(-1) : undefined
  return {
    items: shown.flatMap(row => toPublication(row, asked, liked, findTool) ?? []),
    next: last === undefined ? null : formatListCursor({ rank: last[order], id: last.id })
  }
}

/** Returns the ids of those rows that a user likes. */
async function likedBy(
  db: Queries,
  userId: string,
  rows: readonly Row[]
): Promise<ReadonlySet<string>> {
  if (userId === '' || rows.length === 0) return new Set()
  const ids = rows.map(({ id }) => id)
  const likes = await db
    .selectFrom('publication_like')
    .select('publication_id')
    .where('user_id', '=', userId)
    .where('publication_id', 'in', ids)
    .execute()
  return new Set(likes.map(({ publication_id }) => publication_id))
}

/** Returns null if the task no longer contains the file. */
function toPublication(
  row: Row,
  { context, userId, url }: Asked,
  liked: ReadonlySet<string>,
  findTool: ToolFinder
): Publication | null {
  const run = { ...row, id: row.run_id, state: row.run_state }
  const result = findShownOutput(run, row.output, findTool)
  if (result === null || result.fileId !== row.file_id) return null
  const own = row.user_id === userId
  const base = fileBase(context.config, url)
  return {
    ...toFeatured(row, run, result, { base, isAdmin: own }),
    state: row.taken_down_at === null ? row.state : 'taken_down',
    placeholder: !isFromModel(run),
    likes: row.likes,
    liked: liked.has(row.id),
    own
  }
}
