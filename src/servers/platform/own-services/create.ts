import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { NewOwnService, OperatedService } from '#contract/own-service.ts'
import { ownServiceId, type OwnServiceSpec } from '#core/own-service.ts'
import { commitEffect } from '#servers/lib/once-calls.ts'
import type { PlatformContext } from '#servers/platform/context.ts'
import { wrongField } from '#servers/platform/own-services/check.ts'
import { getOwnService } from '#servers/platform/own-services/own-services.ts'
import { readDefinition } from '#servers/platform/own-services/read-schema.ts'

/** Most own services of a deployment. Each page of a site lists them. */
const MOST = 100

/**
 * Number of the lock; any constant works. Of two services that are made at once, the second must
 * see the id of the first, and count it. SQLite runs one transaction after another anyway.
 */
const LOCK = 4_321_000_021

/**
 * Makes a service from a schema or a file. It is not offered until the operator switches it on.
 * @throws Problem `bad_request` naming the place in the schema and the reason
 */
export async function createOwnService(
  context: PlatformContext,
  input: NewOwnService
): Promise<OperatedService> {
  const definition = await readDefinition(context, input)
  const now = context.clock.now()
  const id = await commitEffect(context.database, async tx => {
    if (context.database.kind === 'postgres')
      await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx)
    const taken = (await tx.selectFrom('own_service').select('id').execute()).map(each => each.id)
    if (taken.length >= MOST) throw wrongField('schema', 'too_many')
    const free = freeId(ownServiceId(nameOf(definition)), taken)
    await tx
      .insertInto('own_service')
      .values({
        id: free,
        service_id: randomUUID(),
        definition: JSON.stringify(definition),
        box: null,
        enabled: 0,
        version: 1,
        created_at: now,
        updated_at: now
      })
      .execute()
    return free
  })
  context.ownServices.forget()
  return getOwnService(context, id)
}

/** Returns the text from which the id is made: the model's name, or the title of a server. */
function nameOf({ source, endpoint, title }: OwnServiceSpec): string {
  if (source === 'openapi') return title
  return endpoint
    .split(/[/:]/)
    .slice(1, source === 'fal' ? 4 : 2)
    .join('')
}

/** Adds a number to an id that is taken. */
function freeId(wanted: string, taken: readonly string[]): string {
  if (!taken.includes(wanted)) return wanted
  for (let at = 2; ; at++) if (!taken.includes(`${wanted}${at}`)) return `${wanted}${at}`
}
