import { readFile } from 'node:fs/promises'
import type { NewRedemptionCodes } from '#contract/redemption.ts'
import { credit } from '#servers/ledger/ledger.ts'
import { openDatabase, sqliteFile } from '#servers/lib/database/database.ts'
import { handClock } from '../clock.ts'
import { freshStore } from '../database.ts'
import { packagesOf } from '../shop.ts'
import { json, openStudio, person } from '../studio.ts'
import { PRICE } from '../vendor.ts'
import { STRIPE } from './stripe-network.ts'

/** Begin of each simulation, in unix milliseconds. */
export const START = Date.UTC(2027, 0, 15, 12)

export const ENVIRONMENT = { RATE_LIMITS: 'off', FREE_AMOUNT: '0', ...STRIPE }

export type SimulatedPerson = {
  userId: string
  email: string
  /** Cookie of the login page. */
  cookie: string
  grantId: string
  applicationId: string
  credential: string
}

/**
 * A database with a few people. The first is the operator, and only the last may leave. All
 * simulations begin with it.
 */
export type Template = {
  file: Buffer
  people: readonly SimulatedPerson[]
  codes: readonly string[]
  packages: readonly string[]
}

const PEOPLE = 4

export async function makeTemplate(): Promise<Template> {
  const store = await freshStore('sqlite', true)
  const { dataDir } = store
  const database = await openDatabase({ url: null, dataDir })
  const clock = handClock(START)
  const place = { ...database, dataDir, databaseUrl: null }
  const studio = await openStudio({ place, clock, environment: ENVIRONMENT })
  const people: SimulatedPerson[] = []
  const signed = []
  for (let index = 0; index < PEOPLE; index++) {
    const made = await person(studio, `person-${index}@example.com`)
    signed.push(made)
    const grant = await database.db
      .selectFrom('grant')
      .innerJoin('application', 'application.user_id', 'grant.user_id')
      .select(['grant.id', 'grant.user_id'])
      .where('application.id', '=', made.application.id)
      .executeTakeFirstOrThrow()
    people.push({
      userId: grant.user_id,
      email: made.email,
      cookie: made.cookie,
      grantId: grant.id,
      applicationId: made.application.id,
      credential: made.credential.token
    })
    await credit(database.db, 'order', {
      applicationId: made.application.id,
      fund: 'sandbox',
      reference: `begin-${index}`,
      amount: 6 * PRICE,
      now: clock.now()
    })
  }
  const codes = await json<NewRedemptionCodes>(
    studio.call('/api/v1/redemption-codes', {
      json: { count: 4, amount: 3, most_uses: 2 },
      ...(signed[0] !== undefined && { token: signed[0].token.access_token })
    })
  )
  const packages = await packagesOf(studio)
  // Simulations last for months, and nobody signs in again.
  const expires = 2 * START
  await database.db.updateTable('grant').set({ expires_at: expires }).execute()
  await database.db
    .updateTable('session')
    .set({ expiresAt: new Date(expires) })
    .execute()
  await studio.close()
  const file = await readFile(sqliteFile(dataDir))
  await store.remove()
  return {
    file,
    people,
    codes: codes.items.map(({ code }) => code),
    packages: packages.filter(({ price }) => price > 0).map(({ id }) => id)
  }
}
