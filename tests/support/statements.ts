import { AsyncLocalStorage } from 'node:async_hooks'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import type { Queries } from '#servers/lib/database/queries.ts'

export type Watched = {
  /** The text of every statement that SQLite has prepared for watched work. */
  seen: ReadonlySet<string>
  /** Does some work, and collects its statements. */
  during<T>(work: () => T): T
  stop(): void
}

/** Collects the statements of some work. Sweeps, which run every minute, are no part of it. */
export function watchStatements(): Watched {
  const seen = new Set<string>()
  const work = new AsyncLocalStorage<true>()
  // oxlint-disable-next-line typescript/unbound-method -- called with its object below
  const { prepare } = DatabaseSync.prototype
  DatabaseSync.prototype.prepare = function (text) {
    if (work.getStore()) seen.add(text)
    return prepare.call(this, text)
  }
  return {
    seen,
    during: each => work.run(true, each),
    stop: () => void (DatabaseSync.prototype.prepare = prepare)
  }
}

/**
 * Explains a statement.
 * @returns its steps that read a whole table, and those that sort because no index is in order
 * @see https://www.sqlite.org/eqp.html
 */
async function slowSteps(db: Queries, statement: string): Promise<string[]> {
  const { rows } = await sql.raw<{ detail: string }>(`explain query plan ${statement}`).execute(db)
  return rows
    .map(({ detail }) => detail)
    .filter(detail => /^SCAN (?!CONSTANT|\d+-ROW)|TEMP B-TREE/.test(detail))
}

/** Tables that stay small: operators create their rows, or sweeps empty them every few minutes. */
const SMALL =
  /^SCAN (site|package|provider_key|own_service|process|service_change|chat_model|drift|distribution_level|schema_version|sqlite_master|p|pragma_page_\w+|code|verification)\b/

/** Statements that may read a whole table or sort many rows, with the reasons. */
const ACCEPTED: readonly [RegExp, reason: string][] = [
  [/^select count\(\*\) as "count" from "\w+"$/, 'operators see how many pages a list has'],
  [/count\(distinct "user_id"\) as "people"/, 'plans.ts keeps the count of many users'],
  [
    /^select count\(distinct "user_id"\) as "count" from "run" where "finished_at"/,
    'operators see the active users of each day'
  ],
  [/"distribution_status" as "status"/, 'operators see who is owed a reward'],
  [/^update "short_link"/, 'a site moves to another address'],
  [/^delete from "credential" where "host"/, 'a site moves to another address'],
  [/^update conversation set size/, 'a migration'],
  [/"sqlite_master"/, 'a backup lists the tables'],
  [/"run"\."id" in \(select "run"\."id" from "run" [^()]* limit \?/, 'sorts one page'],
  [/from "conversation" where "application_id"/, 'an account takes over the chats of a guest once'],
  [/ as "begun"/, 'sorts open runs and those of the last minutes'],
  [
    /from "ledger" where "application_id" in .* "kind" in/,
    'the index finds the few credits that came to a plan'
  ],
  [/from "output_name"/, 'the index finds a name and a few values of it'],
  [/group by "fund"$|group by "service", "(state|model)"/, 'sums of a period for operators'],
  [/^select "id" from "report" where "text"/, 'an operator sees reports of the same text']
]

/** Rows of these tables that belong to one user, plan, task or site are few, so sorting them costs nothing. */
const FEW =
  /from "(application|credential|period|passkey|callback|refund|featured|package|site|provider_key|own_service|process|drift)"/

/**
 * Lists the steps of statements whose work grows with the number of users, or with the number of a
 * user's rows.
 */
export async function growingSteps(db: Queries, statements: Iterable<string>): Promise<string[]> {
  const growing: string[] = []
  for (const statement of statements) {
    if (!/^(select|insert|update|delete|with)\b/i.test(statement)) continue
    if (ACCEPTED.some(([pattern]) => pattern.test(statement))) continue
    const steps = (await slowSteps(db, statement)).filter(step => !isBounded(step, statement))
    growing.push(...steps.map(step => `${step}: ${statement}`))
  }
  return growing
}

function isBounded(step: string, statement: string): boolean {
  if (SMALL.test(step)) return true
  // A list in the order of an index ends after one page.
  if (/^SCAN \w+ USING (COVERING )?INDEX/.test(step)) return /\blimit \?/.test(statement)
  return step.startsWith('USE TEMP') && (/LAST TERM|GROUP BY/.test(step) || FEW.test(statement))
}
