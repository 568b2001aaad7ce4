import { sql, type RawBuilder } from 'kysely'
import { formatListCursor } from '../../src/servers/lib/list-cursor.ts'
import type { Database } from '../../src/servers/lib/database/database.ts'
import type { Queries } from '../../src/servers/lib/database/queries.ts'
import { passageGrams } from '../../src/servers/conversations/words.ts'
import { addWords } from '../../src/servers/library/words.ts'

/**
 * The user who is measured, and the user's plan and site. Every second row belongs to this user.
 */
export type Owners = { userId: string; applicationId: string; origin: string }

const MINUTE = 60_000

/** The project of the user who is measured. Every tenth item and chat is in it. */
export const PROJECT = 'project'

/** Adds the project {@link PROJECT}, still empty. */
export async function addProject(db: Queries, userId: string): Promise<void> {
  const row = {
    id: PROJECT,
    user_id: userId,
    name: 'Boats',
    colour: 'blue' as const,
    created_at: 0
  }
  await db.insertInto('project').values(row).execute()
}

/** Returns the cursor of a page in the middle of a list, see {@link addRows}. */
export function middleOf({ to, now }: { to: number; now: number }): string {
  return formatListCursor({ rank: now - (MINUTE * to) / 2, id: 'item' })
}

/** Begins a statement with the table `number`: one row `n` for each number below `to`. */
export function numbersFrom({ from, to }: { from: number; to: number }): RawBuilder<unknown> {
  return sql.raw(`with recursive number(n) as (
    select ${from} union all select n + 1 from number where n < ${to - 1})`)
}

/**
 * Adds rows to every list that grows, one of each kind a minute.
 * @param from the number of the first row
 * @param now unix milliseconds
 */
export async function addRows(
  { db, kind }: Pick<Database, 'db' | 'kind'>,
  { userId, applicationId, origin }: Owners,
  { from, to, now }: { from: number; to: number; now: number }
): Promise<void> {
  const number = numbersFrom({ from, to })
  const owner = sql`case when n % 2 = 0 then ${userId} else 'other-' || (n / 2 % 1000) end`
  const plan = sql`case when n % 2 = 0 then ${applicationId} else 'other' end`
  const at = sql`cast(${now} as bigint) - cast(${MINUTE} as bigint) * n`
  const date = kind === 'postgres' ? sql`to_timestamp((${at}) / 1000)` : at
  const project = sql`case when n % 10 = 0 then ${PROJECT} end`
  const statements = [
    sql`insert into run (id, service, action, user_id, application_id, origin, state, fund, reason,
      trace_id, lease_owner, held, charged, lease_until, created_at, finished_at, status_code, request,
      cost)
      ${number} select 'run-' || n, case when n % 4 < 2 then 'flux' else 'suno' end, 'images', ${owner}, ${plan},
      ${origin}, case when n % 20 = 0 then 'failed' else 'finished' end, 'usage', '', 'trace-' || n, '', 1000,
      1000, 0, ${at}, ${at}, 200, '{"prompt":"A boat"}', 500 from number`,
    sql`insert into ledger (id, application_id, fund, kind, reference, created_at, amount)
      ${number} select 'entry-' || n, ${plan}, 'usage', 'settle', 'run-' || n, ${at}, -1000 from number`,
    sql`insert into conversation (id, user_id, application_id, origin, model, title, created_at, updated_at, listed,
      project_id)
      ${number} select 'chat-' || n, ${owner}, ${plan}, ${origin}, 'gpt-5-all', 'Boats ' || n, ${at}, ${at}, 1, ${project}
      from number`,
    sql`insert into message (id, conversation_id, position, role, content, reasoning, state, created_at)
      ${number} select 'message-' || n, 'chat-' || n, 0, 'user', '"A ship"', '', 'finished', ${at} from number`,
    sql`insert into "order" (id, user_id, origin, application_ids, package_ids, description, state, pay_way,
      fund, amount, price, created_at, updated_at, duration)
      ${number} select 'order-' || n, ${owner}, ${origin}, '["' || ${plan} || '"]', '[]', '', 'Expired', 'Stripe', 'usage',
      1000, 100, ${at}, ${at}, 0 from number`,
    sql`insert into library_item (id, user_id, kind, run_id, service, model, file_id, poster_id, prompt, title, text,
      favourite, rating, created_at, project_id)
      ${number} select 'item-' || n, ${owner}, case when n % 4 < 2 then 'image' else 'video' end, 'run-' || n,
      case when n % 4 < 2 then 'flux' else 'kling' end, null, 'file-' || n, null, 'Boats ' || n, '', '',
      case when n % 50 = 0 then 1 else 0 end, n % 6, ${at}, ${project} from number`,
    sql`insert into audit (id, user_id, origin, method, path, target, changes, trace_id, outcome, created_at)
      ${number} select 'audit-' || n, ${owner}, ${origin}, 'PUT', '/api/v1/sites', '{}', '{}', '', 'done', ${at} from number`,
    sql`insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
      ${number} select 'user-' || n, 'User ' || n, 'user-' || n || '@example.com', true, ${date}, ${date} from number`
  ]
  for (const statement of statements) await statement.execute(db)
  await addBoats(db, userId, { from, to })
  // The autovacuum of PostgreSQL would do this, but only after a minute.
  if (kind === 'postgres') await sql`analyze`.execute(db)
}

/** Rows whose words one statement adds. */
const PIECE = 500

/** The number of the row with the rare word. */
const RARE = 42

/** Adds the words of items and of chats to the search indexes, oldest first as in real use. */
async function addBoats(
  db: Queries,
  userId: string,
  { from, to }: { from: number; to: number }
): Promise<void> {
  for (let last = to; last > from; last -= PIECE) {
    const numbers = Array.from({ length: Math.min(PIECE, last - from) }, (_, at) => last - 1 - at)
    const rows = numbers.map(n => ({
      n,
      user_id: n % 2 === 0 ? userId : `other-${Math.floor(n / 2) % 1000}`
    }))
    await addWords(db, rows.map(toItem))
    await db.insertInto('passage').values(rows.flatMap(toPassages)).execute()
  }
}

/** Returns a text with its number. One row of the user has a rare word. */
function wordsOf(start: string, n: number): string {
  return `${start} ${n}${n === RARE ? ' by the lighthouse' : ' at dusk'}`
}

type BoatRow = { n: number; user_id: string }

function toItem({ n, user_id }: BoatRow) {
  return {
    id: `item-${n}`,
    user_id,
    kind: n % 4 < 2 ? ('image' as const) : ('video' as const),
    service: n % 4 < 2 ? 'flux' : 'kling',
    prompt: wordsOf('Boats', n),
    title: '',
    text: '',
    favourite: n % 50 === 0 ? 1 : 0
  }
}

/** Returns the title of a chat and its first message. */
function toPassages({ n, user_id }: BoatRow) {
  const texts = [
    { user_id, message_id: null, text: wordsOf('Boats', n) },
    { user_id, message_id: `message-${n}`, text: wordsOf('Which ship leaves harbour', n) }
  ]
  return texts.map(text => ({
    ...text,
    conversation_id: `chat-${n}`,
    grams: passageGrams(text)
  }))
}
