import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Invitation, InvitationResponse } from '#contract/invitation.ts'
import type { SignInResponse } from '#contract/sign-in.ts'
import type { Site } from '#contract/site.ts'
import { idOf } from '../support/account.ts'
import {
  BASE,
  json,
  openStudio,
  person,
  type TestPerson,
  type TestStudio
} from '../support/studio.ts'

let studio: TestStudio
let ada: TestPerson
let adaId: string
beforeAll(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off' } })
  ada = await person(studio)
  adaId = await idOf(studio, ada)
})
afterAll(() => studio.close())

/**
 * Returns the invitation shown to a visitor with this inviter: on the first page, and on the login
 * page.
 */
async function invitationFrom(inviter: string): Promise<(Invitation | null)[]> {
  const query = new URLSearchParams({ site: BASE, inviter_id: inviter })
  const first = await json<InvitationResponse>(studio.call(`/auth/invitation?${query}`))
  const question = { site: BASE, redirect: `${BASE}/flux`, inviter_id: inviter }
  const login = await json<SignInResponse>(studio.call('/auth/authorize', { json: question }))
  expect([first.free_credits, login.free_credits]).toEqual([20, 20])
  return [first.invitation, login.invitation]
}

async function rename(name: string): Promise<void> {
  const { db } = studio.context.database
  await db.updateTable('user').set({ name }).where('id', '=', adaId).execute()
}

async function change(site: object): Promise<void> {
  const token = ada.token.access_token
  const { items } = await json<{ items: [Site] }>(studio.call(`/api/v1/sites/?origin=${BASE}`))
  await json(studio.call(`/api/v1/sites/${items[0].id}`, { method: 'PUT', json: site, token }))
}

test('an invitation shows the inviter, but never by their email address', async () => {
  await rename('Ada')
  const named = { name: 'Ada', rewarded: true }
  expect(await invitationFrom(adaId)).toEqual([named, named])
  for (const hidden of [ada.email, ` ${ada.email.toUpperCase()} `]) {
    await rename(hidden)
    const unnamed = { name: '', rewarded: true }
    expect(await invitationFrom(adaId)).toEqual([unnamed, unnamed])
  }
})

test('an unknown or blocked inviter invites nobody', async () => {
  for (const inviter of ['', 'nobody', crypto.randomUUID()])
    expect(await invitationFrom(inviter)).toEqual([null, null])
  const eve = await person(studio)
  const eveId = await idOf(studio, eve)
  expect(await invitationFrom(eveId)).not.toContain(null)
  const { db } = studio.context.database
  const block = { user_id: eveId, reason: '', blocked_by: adaId, created_at: 0 }
  await db.insertInto('block').values(block).execute()
  expect(await invitationFrom(eveId)).toEqual([null, null])
})

test('a site that credits one inviter with all its users shows no other inviter', async () => {
  const bob = await idOf(studio, await person(studio))
  await change({ distribution: { force_inviter_id: adaId } })
  expect(await invitationFrom(bob)).toEqual([null, null])
  expect(await invitationFrom(adaId)).not.toContain(null)
  // A site's default inviter has not invited anybody in person, so no page shows that inviter.
  await change({ distribution: { force_inviter_id: null, default_inviter_id: adaId } })
  expect(await invitationFrom(bob)).not.toContain(null)
  expect(await invitationFrom('')).toEqual([null, null])
})

test('an invitation promises a share only if a reward level pays one', async () => {
  const { db } = studio.context.database
  await db.updateTable('distribution_level').set({ percentage: 0 }).execute()
  expect(await invitationFrom(adaId)).toEqual(
    Array.from({ length: 2 }, () => expect.objectContaining({ rewarded: false }))
  )
})
