import type { Selectable } from 'kysely'
import type {
  ComparedModel,
  ComparedRun,
  SavedComparison,
  ComparisonList,
  ComparisonQuery
} from '#contract/comparison.ts'
import { microToCredits } from '#core/money.ts'
import { Problem } from '#core/problem.ts'
import type { ComparisonVoteTable } from '#servers/lib/database/comparison-tables.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { RunRow } from '#servers/lib/database/run-tables.ts'

type ComparisonRow = Selectable<ComparisonVoteTable>

/** A model as its row keeps it. */
export type KeptModel = ComparedModel & { run_id: string | null }

type FoundRun = Pick<
  RunRow,
  'id' | 'conversation_id' | 'state' | 'charged' | 'created_at' | 'finished_at'
>

/** Lists a user's comparisons, newest first. */
export async function listComparisons(
  db: Queries,
  userId: string,
  { limit, offset }: ComparisonQuery
): Promise<ComparisonList> {
  const own = db.selectFrom('comparison_vote').where('user_id', '=', userId)
  const { count } = await own
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const rows = await own
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return { items: await toComparisons(db, rows), count: Number(count) }
}

/**
 * Reads a comparison with the present state of its runs.
 * @throws Problem `not_found`
 */
export async function getComparison(db: Queries, id: string): Promise<SavedComparison> {
  const rows = await db.selectFrom('comparison_vote').selectAll().where('id', '=', id).execute()
  const [found] = await toComparisons(db, rows)
  if (found === undefined) throw new Problem('not_found', { detail: `no comparison ${id}` })
  return found
}

/** Reads the models of a row, which only this folder writes. */
export function modelsIn({ models }: Pick<ComparisonRow, 'models'>): KeptModel[] {
  return JSON.parse(models) as KeptModel[]
}

async function toComparisons(
  db: Queries,
  rows: readonly ComparisonRow[]
): Promise<SavedComparison[]> {
  const runs = await findRuns(db, rows)
  return rows.map(row => {
    const { id, kind, prompt, winner, created_at } = row
    const models = modelsIn(row).map(model => toComparedRun(model, runs.get(model.run_id ?? '')))
    return {
      id,
      kind,
      prompt,
      models,
      winner,
      created_at: new Date(Number(created_at)).toISOString()
    }
  })
}

async function findRuns(
  db: Queries,
  rows: readonly ComparisonRow[]
): Promise<Map<string, FoundRun>> {
  const ids = rows.flatMap(row => modelsIn(row).flatMap(({ run_id }) => run_id ?? []))
  if (ids.length === 0) return new Map()
  const found = await db
    .selectFrom('run')
    .select(['id', 'conversation_id', 'state', 'charged', 'created_at', 'finished_at'])
    .where('id', 'in', ids)
    .execute()
  return new Map(found.map(run => [run.id, run]))
}

function toComparedRun(
  { service, model, run_id }: KeptModel,
  run: FoundRun | undefined
): ComparedRun {
  if (run === undefined)
    return {
      service,
      model,
      run_id: null,
      conversation_id: null,
      state: null,
      started_at: null,
      seconds: null,
      price: null
    }
  const { conversation_id, state, charged, created_at, finished_at } = run
  const ended =
    finished_at === null
      ? { seconds: null, price: null }
      : {
          seconds: (Number(finished_at) - Number(created_at)) / 1000,
          price: microToCredits(Number(charged))
        }
  const started_at = new Date(Number(created_at)).toISOString()
  return { service, model, run_id, conversation_id, state, started_at, ...ended }
}
