import { expect, test } from 'vitest'
import { createReseal } from '#servers/auth/reseal.ts'
import { createSecrets } from '#servers/lib/secrets.ts'
import { loadPushKeys } from '#servers/push/keys.ts'
import { cookiesOf, json, openStudio, person, type TestStudio } from '../support/studio.ts'
import { freshDatabase } from '../support/database.ts'
import { authenticator } from '../support/totp.ts'

const OLD = 'o'.repeat(40)
const NEW = 'n'.repeat(40)
const PASSWORD = 'correct horse battery'

/** Opens a studio on the same data with other secrets. */
function openWith(
  database: Awaited<ReturnType<typeof freshDatabase>>,
  ...secrets: Parameters<typeof createSecrets>
): Promise<TestStudio> {
  const environment = { RATE_LIMITS: 'off', DATA_DIR: database.dataDir }
  return openStudio({ database, environment, secrets: createSecrets(...secrets) })
}

/** Stops a studio, and removes the empty data that it would have had. */
async function end(studio: TestStudio): Promise<void> {
  await studio.stop()
  await studio.context.close()
}

test('after a rotation everything is sealed again, so that the previous secret can go', async () => {
  const database = await freshDatabase()
  const keep = { ...database, close: async () => undefined }
  const before = await openWith(keep, OLD)
  const ada = await person(before)
  const { totpURI } = await json<{ totpURI: string }>(
    before.call('/api/auth/two-factor/enable', {
      json: { password: PASSWORD },
      headers: { cookie: ada.cookie }
    })
  )
  const code = authenticator(totpURI)
  const verified = await before.call('/api/auth/two-factor/verify-totp', {
    json: { code: await code() },
    headers: { cookie: ada.cookie }
  })
  expect(verified.status).toBe(200)
  const push = await loadPushKeys(before.context)
  await end(before)

  const rotating = await openWith(keep, NEW, OLD)
  await createReseal(rotating.context)()
  await end(rotating)
  const { db } = database
  const boxes = [
    ...(await db.selectFrom('credential').select('token_box as box').execute()),
    ...(await db
      .selectFrom('meta')
      .select('value as box')
      .where('key', '=', 'push_keys')
      .execute()),
    ...(await db.selectFrom('mail').select('box').execute())
  ].flatMap(({ box }) => (box === null ? [] : [box]))
  expect(boxes.length).toBeGreaterThan(1)
  const alone = createSecrets(NEW)
  expect(boxes.filter(box => !alone.isCurrent(box))).toEqual([])

  const after = await openWith(keep, NEW)
  expect(await loadPushKeys(after.context)).toEqual(push)
  const half = await after.call('/api/auth/sign-in/email', {
    json: { email: ada.email, password: PASSWORD }
  })
  // The code of the half minute in which the factor was set up is used up.
  await db.deleteFrom('idempotency').execute()
  const signedIn = await after.call('/api/auth/two-factor/verify-totp', {
    json: { code: await code() },
    headers: { cookie: cookiesOf(half) }
  })
  expect(signedIn.status).toBe(200)
  const models = await after.call('/v1/models', { token: ada.credential.token })
  expect(models.status).toBe(200)
  await end(after)
  await database.close()
})

test('without a previous secret, nothing is read', async () => {
  const studio = await openStudio()
  const { db } = studio.context.database
  await db
    .insertInto('meta')
    .values({ key: 'x', value: createSecrets(OLD).seal('y') })
    .execute()
  const kept = () => db.selectFrom('meta').select('value').where('key', '=', 'x').execute()
  const before = await kept()
  await createReseal(studio.context)()
  expect(await kept()).toEqual(before)
  await studio.close()
})

test('a text that neither secret opens stays as it is', async () => {
  const studio = await openStudio({ secrets: createSecrets(NEW, OLD) })
  const { db } = studio.context.database
  const lost = createSecrets('l'.repeat(40)).seal('y')
  await db.insertInto('meta').values({ key: 'x', value: lost }).execute()
  await db.insertInto('meta').values({ key: 'y', value: 'a.plain.value' }).execute()
  await createReseal(studio.context)()
  const rows = await db.selectFrom('meta').select('value').where('key', 'in', ['x', 'y']).execute()
  expect(rows.map(({ value }) => value).toSorted()).toEqual([lost, 'a.plain.value'].toSorted())
  await studio.close()
})
