import { sql } from 'kysely'
import { findLeaver, type Simulation } from './deed.ts'

/** Nobody who has left has work under way, and none of their calls is accepted any more. */
export async function findWorkAfterLeaving({ world, history }: Simulation): Promise<string[]> {
  const runs = await world.view.db
    .selectFrom('run')
    .leftJoin('user', 'user.id', 'run.user_id')
    .select('run.id')
    .where('user.id', 'is', null)
    .where('run.state', 'in', ['queued', 'running'])
    .execute()
  const later = history.leftAt === null ? [] : history.calls.slice(history.leftAt)
  const accepted = later.filter(
    ({ person, answer }) => person === findLeaver(world) && answer?.status === 200
  )
  return [
    ...runs.map(({ id }) => `run ${id} is under way for a person who has left`),
    ...accepted.map(({ path }) => `${path} accepted a call of a person who has left`)
  ]
}

/** No table has the address or the words of a person who has left. */
export async function findTraces({ world, history }: Simulation): Promise<string[]> {
  const person = findLeaver(world)
  if (await isMember(world, person.userId)) return []
  const own = history.calls.filter(call => call.person === person)
  const written = own.filter(
    ({ makes, marker }) => marker !== '' && makes !== 'order' && makes !== 'redemption'
  )
  const words = [person.email, person.credential, ...written.map(({ marker }) => marker)]
  const { rows: tables } = await sql<{ name: string }>`
    select name from pragma_table_list where type = 'table' and schema = 'main'`.execute(
    world.view.db
  )
  const traces: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(world.view.db)
    const text = JSON.stringify(rows)
    const found = words.filter(word => text.includes(word))
    if (found.length > 0) traces.push(`table ${name} has ${found.join(', ')} of a person who left`)
  }
  return traces
}

async function isMember({ view }: Simulation['world'], id: string): Promise<boolean> {
  const found = await view.db.selectFrom('user').select('id').where('id', '=', id).execute()
  return found.length > 0
}
