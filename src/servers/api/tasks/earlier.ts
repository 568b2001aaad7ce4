import type { Json } from '#core/provider.ts'
import type { RunRow } from '#servers/lib/database/run-tables.ts'
import { outputsIn } from '#servers/api/tasks/response.ts'
import type { Queries } from '#servers/lib/database/queries.ts'

/** Says which value in the outputs of which action can be the name of an earlier result. */
export type OutputSource = { service: string; action: string; value: string }

export type TaskOutput = Readonly<Record<string, Json>>

type Needs = { db: Queries }

/** Longest name of a result, in characters. */
const LONGEST = 100

/**
 * Stores the names of a task's outputs, in the transaction that ends the task.
 * @param values the fields of an output whose values are its names
 */
export async function nameOutputs(
  tx: Queries,
  task: Pick<RunRow, 'id'>,
  outputs: readonly Json[],
  values: readonly string[]
): Promise<void> {
  const rows = values.flatMap(value => {
    const names = outputs.map(output => nameOf(output, value)).filter(name => name !== null)
    return [...new Set(names)].map(name => ({ name, run_id: task.id, value }))
  })
  if (rows.length > 0) await tx.insertInto('output_name').values(rows).execute()
}

function nameOf(output: Json, value: string): string | null {
  const name =
    typeof output === 'object' && output !== null && !Array.isArray(output)
      ? asText(output[value])
      : undefined
  return typeof name === 'string' && name !== '' && name.length <= LONGEST ? name : null
}

/** Converts a name to text, since some vendors use numbers. */
function asText(name: Json | undefined): Json | undefined {
  return Number.isSafeInteger(name) ? String(name) : name
}

/** Finds an output of a user's own tasks by its name; null for a name of somebody else's. */
export async function earlierOutput(
  { db }: Needs,
  userId: string,
  name: string,
  sources: readonly OutputSource[]
): Promise<TaskOutput | null> {
  if (sources.length === 0) return null
  const row = await db
    .selectFrom('output_name')
    .innerJoin('run', 'run.id', 'output_name.run_id')
    .select(['run.response', 'output_name.value'])
    .where('output_name.name', '=', name)
    .where('run.user_id', '=', userId)
    .where('run.response', 'is not', null)
    .where(({ or, and }) =>
      or(
        sources.map(({ service, action, value }) =>
          and({ 'run.service': service, 'run.action': action, 'output_name.value': value })
        )
      )
    )
    .orderBy('run.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return null
  return (
    outputsIn(JSON.parse(row.response ?? 'null') as Json).find(
      output => asText(output[row.value]) === name
    ) ?? null
  )
}

/** Finds all earlier outputs that a task's values name, by field. Deleted ones are left out. */
export async function earlierOutputs(
  needs: Needs,
  userId: string,
  values: TaskOutput,
  sources: Readonly<Record<string, readonly OutputSource[]>> = {}
): Promise<Record<string, TaskOutput[]>> {
  const found: Record<string, TaskOutput[]> = {}
  for (const [field, from] of Object.entries(sources)) {
    const outputs = await Promise.all(
      outputNamesIn(values[field]).map(name => earlierOutput(needs, userId, name, from))
    )
    found[field] = outputs.filter(output => output !== null)
  }
  return found
}

/** Returns the names of earlier results in the value of a field. */
export function outputNamesIn(value: Json | undefined): string[] {
  return [value ?? []].flat().filter(each => typeof each === 'string')
}
