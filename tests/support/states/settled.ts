import { request, type APIRequestContext } from 'playwright/test'
import type { UploadedFile } from '#contract/file.ts'
import type { Order } from '#contract/order.ts'
import type { Package } from '#contract/package.ts'
import type { Site } from '#contract/site.ts'
import type { User } from '#contract/user.ts'
import { expect } from '../browser.ts'
import { join, openPlan, platform } from '../buyer.ts'
import { picture } from '../composer.ts'
import { withDatabase } from '../old-database.ts'
import type { startStudio } from '../process.ts'

type Studio = Awaited<ReturnType<typeof startStudio>>
type Id = { id: string }
/** An operator's requests, access token, and function for chat calls. */
type Office = { own: APIRequestContext; token: string; talk<T>(data: object): Promise<T> }

/** Performs an operator's work: features, a report, a payout for invitations, a blocked user. */
export async function settle(
  studio: Studio,
  office: Office
): Promise<{ ids: Record<string, string>; blocked: string }> {
  const { id } = await platform<User>(office.own, office.token, 'users/me')
  await switchOn(studio, office)
  await keepKey(studio, id)
  const taken = await takenDown(office)
  const friend = await invited(studio, office, id)
  return { ids: { ...taken, owed: `${id}.sandbox`, blocked: friend.id }, blocked: friend.email }
}

/** Lets guests ask a question and lets users add their own API keys. */
async function switchOn({ url }: Studio, { own, token }: Office): Promise<void> {
  const { items } = await platform<{ items: Site[] }>(own, token, `sites/?origin=${url}`)
  const features = { guest: { enabled: true }, own_keys: { enabled: true } }
  await put(own, token, `sites/${items[0]?.id}`, { features })
}

/** Inserts a key as if its vendor had accepted it: tests send no requests to the outside. */
function keepKey({ store }: Studio, user_id: string): Promise<unknown> {
  const row = { user_id, vendor: 'xai', box: '', last4: 'k3yz', created_at: 0 }
  return withDatabase(store, db => db.insertInto('own_key').values(row).execute())
}

/** Creates a conversation with an image that is shared, reported and taken down. */
async function takenDown({ own, token, talk }: Office): Promise<Record<string, string>> {
  const headers = { authorization: `Bearer ${token}` }
  const { buffer, ...file } = picture('boat.png')
  const uploaded = (await (
    await own.post('/api/v1/files/', { headers, multipart: { file: { ...file, buffer } } })
  ).json()) as UploadedFile
  const { id } = await talk<Id>({
    question: 'Harbour [sandbox:tokens=30]',
    references: [uploaded.file_url]
  })
  const { share } = await talk<{ share: Id }>({ action: 'share', id })
  await platform(own, token, 'reports', { share_id: share.id, reason: 'copyright', text: 'Boats' })
  const { items } = await platform<{ items: (Id & { share_id: string })[] }>(
    own,
    token,
    'operation/reports'
  )
  const report = items.find(each => each.share_id === share.id)?.id ?? ''
  await put(own, token, `operation/reports/${report}`, { decision: 'take_down' })
  return { talk: id, gone: share.id, settled: report }
}

/**
 * Creates an invited user who buys and is blocked; the inviter gets part of the reward paid out.
 */
async function invited({ url }: Studio, { own, token }: Office, inviter: string): Promise<User> {
  const friend = await request.newContext({ baseURL: url })
  await friend.get(`/docs?inviter_id=${inviter}`)
  const access = await join(friend, url)
  const me = await platform<User>(friend, access, 'users/me')
  const plan = await openPlan(friend, access)
  const { items } = await platform<{ items: Package[] }>(friend, access, 'packages/?type=Usage')
  const order = await platform<Order>(friend, access, 'orders/', {
    application_id: plan.id,
    package_id: items[0]?.id
  })
  const { pay_url } = await platform<Order>(friend, access, `orders/${order.id}/pay`, {
    pay_way: 'Stripe'
  })
  await friend.post(pay_url ?? '', { maxRedirects: 0 })
  await friend.dispose()
  await platform(own, token, 'distribution-payouts', {
    user_id: inviter,
    amount: 0.01,
    note: 'Harbour'
  })
  await put(own, token, `operation/people/${me.id}/block`, { reason: 'Tides' })
  return me
}

async function put(
  own: APIRequestContext,
  token: string,
  path: string,
  data: object
): Promise<void> {
  const answer = await own.put(`/api/v1/${path}`, {
    data,
    headers: { authorization: `Bearer ${token}` }
  })
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
}
