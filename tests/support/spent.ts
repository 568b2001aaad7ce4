import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from 'playwright/test'
import type { Application } from '#contract/application.ts'
import { expect, newAddress, PASSWORD } from './browser.ts'
import { withDatabase } from './old-database.ts'
import type { startStudio } from './process.ts'
import { runOf, writeRuns } from './runs.ts'

type Studio = Awaited<ReturnType<typeof startStudio>>
type Run = ReturnType<typeof runOf>

/** Signs up in this browser context, with a plan and a named API key. */
export async function spender(
  request: APIRequestContext,
  { url }: Studio,
  name = 'my key'
): Promise<{ application: Application; key: string }> {
  const headers = { origin: url }
  const signUp = await request.post(`${url}/api/auth/sign-up/email`, {
    data: { email: newAddress(), password: PASSWORD },
    headers
  })
  expect(signUp.status()).toBe(200)
  await request.get(`${url}/auth/begin?redirect=/profile`)
  const { access_token } = (await (
    await request.post(`${url}/auth/session`, { headers })
  ).json()) as { access_token: string }
  const bearer = { authorization: `Bearer ${access_token}` }
  const application = (await (
    await request.post(`${url}/api/v1/applications`, { data: {}, headers: bearer })
  ).json()) as Application
  const data = { application_id: application.id, name }
  const key = (await (
    await request.post(`${url}/api/v1/credentials`, { data, headers: bearer })
  ).json()) as { id: string }
  return { application, key: key.id }
}

/**
 * Writes receipts as if their runs had ended.
 * @param runs the fields of each that differ from the default
 */
export function spend(
  { store }: Studio,
  application: Application,
  runs: readonly Partial<Run>[]
): Promise<void> {
  return withDatabase(store, db =>
    writeRuns(
      { database: { db } },
      runs.map(run => runOf({ application }, { id: randomUUID(), ...run }))
    )
  )
}
