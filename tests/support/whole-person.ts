import type { Site } from '#contract/site.ts'
import { upload } from './files.ts'
import type { MediaWorld } from './media-world.ts'
import { codesOf, redeem, refund } from './money.ts'
import { newKey } from './own-rows.ts'
import { startPushService } from './push-service.ts'
import { payOut, rewarded } from './rewards.ts'
import { buy, invited, packagesOf } from './shop.ts'
import { BASE, codeFor, cookiesOf, frames, json, person, type TestPerson } from './studio.ts'

const PASSWORD = 'correct horse battery'
const PEER = { address: '203.0.113.77', forwarded: false }
const AGENT = 'MarkwortBrowser/7.7'

/** Strings that are found nowhere but in the data of the person of {@link fillPerson}. */
export const MARKS = {
  email: 'wilhelmina.markwort@example.com',
  name: 'Wilhelmina Markwort',
  town: 'Zirkonstadt',
  prompt: 'zirkonlaterne',
  file: 'smaragdbrief',
  bytes: 'the bytes of the emerald letter',
  key: 'sk-markwort-key',
  passkey: 'Markwort’s laptop',
  link: 'markwort-link',
  address: PEER.address,
  agent: AGENT
} as const

/** The person whose data fills the tables, the operator of the studio, and another user. */
export type WholePerson = { mina: TestPerson; id: string; boss: TestPerson; eve: TestPerson }

/**
 * Signs up a user, and leaves something of theirs in each table that holds data of users. Whatever
 * a call can do goes through its call; other rows are inserted.
 */
export async function fillPerson(world: MediaWorld): Promise<WholePerson> {
  const { studio, ada: boss } = world
  const eve = await person(studio)
  const mina = await blockOnce(await person(studio, MARKS.email), world)
  const who: WholePerson = { mina, id: mina.application.user_id, boss, eve }
  await becomeOperator(who, world)
  await claimGuest(who, world)
  await writeProfile(who, world)
  const run = await makeResults(who, world)
  await talk(who, world, run)
  await shareResults(who, world, run)
  await spendMoney(who, world)
  await signInEverywhere(who, world)
  await operate(who, world)
  await requestReset(world)
  return who
}

type Options = { method?: string; headers?: Record<string, string>; peer?: typeof PEER }

function callAs({ studio }: MediaWorld, who: TestPerson) {
  return (path: string, body?: unknown, options: Options = {}): Promise<Response> =>
    studio.call(path, {
      ...options,
      ...(body !== undefined && { json: body }),
      token: who.token.access_token,
      headers: { origin: BASE, ...options.headers }
    })
}

async function firstSite({ studio }: MediaWorld): Promise<Site> {
  const { items } = await json<{ items: Site[] }>(studio.call(`/api/v1/sites/?origin=${BASE}`))
  const [site] = items
  if (site === undefined) throw new Error('no site')
  return site
}

const put = { method: 'PUT' }

/** Blocks a user for a moment, which the audit log names, and signs them in again. */
async function blockOnce(mina: TestPerson, world: MediaWorld): Promise<TestPerson> {
  const { studio, ada } = world
  const path = `/api/v1/operation/people/${mina.application.user_id}/block`
  await json(callAs(world, ada)(path, { reason: 'by mistake' }, put))
  await callAs(world, ada)(path, undefined, { method: 'DELETE' })
  const entered = await studio.call('/api/auth/sign-in/email', {
    json: { email: mina.email, password: PASSWORD }
  })
  const cookie = cookiesOf(entered)
  const code = await codeFor(studio, cookie)
  return { ...mina, cookie, token: await json(studio.call('/oauth2/v1/token', { json: { code } })) }
}

async function becomeOperator({ boss, id }: WholePerson, world: MediaWorld): Promise<void> {
  const { id: site } = await firstSite(world)
  const features = { guest: { enabled: true }, own_keys: { enabled: true } }
  const admins = [boss.application.user_id, id]
  await json(callAs(world, boss)(`/api/v1/sites/${site}`, { admins, features }, put))
}

async function claimGuest({ mina }: WholePerson, world: MediaWorld): Promise<void> {
  const { studio } = world
  const headers = { origin: BASE, 'user-agent': AGENT }
  const { token } = await json<{ token: string }>(
    studio.call('/aichat/guest', { method: 'POST', headers, peer: PEER })
  )
  const question = `As a guest: ${MARKS.prompt}? [sandbox:tokens=5]`
  const body = { model: 'gpt-5-all', question }
  await frames(await studio.call('/aichat/conversations', { json: body, token, peer: PEER }))
  await json(callAs(world, mina)('/aichat/guest/claim', { token }))
}

async function writeProfile({ mina }: WholePerson, world: MediaWorld): Promise<void> {
  const call = callAs(world, mina)
  const { file_url: avatar } = await upload(world.studio, mina, MARKS.bytes, `${MARKS.file}.png`)
  const [first_name, last_name] = MARKS.name.split(' ')
  const profile = { nickname: MARKS.name, first_name, last_name, city: MARKS.town, avatar }
  await json(call('/api/v1/users/me', profile, put))
  await json(
    call('/api/v1/shorturl', {
      content: `${await world.studio.context.sites.placeholder()}/?inviter_id=${MARKS.link}`
    })
  )
  await newKey(world.studio, mina)
}

/** @returns the id of a task whose result is an image */
async function makeResults(who: WholePerson, world: MediaWorld): Promise<string> {
  const { mina } = who
  const { file_url } = await upload(world.studio, mina, MARKS.bytes, `${MARKS.file}.txt`)
  const call = callAs(world, mina)
  const prompt = `A ${MARKS.prompt} on a hill, from ${file_url}`
  const made = await json<{ task_id: string; data: { image_url: string }[] }>(
    world.post(
      'flux/images',
      { prompt },
      { who: mina, headers: { 'idempotency-key': MARKS.prompt } }
    )
  )
  const image_url = made.data[0]?.image_url
  await json(world.post('flux/images', { action: 'edit', prompt, image_url }, { who: mina }))
  await json(world.post('suno/audios', { prompt }, { who: mina }))
  const callback_url = `${world.stranger.url}/${MARKS.file}`
  const later = await json<{ task_id: string }>(
    world.post('flux/images', { prompt, callback_url }, { who: mina })
  )
  await (
    await world.studio.call(`/tasks/${later.task_id}/events`, { token: mina.credential.token })
  ).text()
  const project = await json<{ id: string }>(call('/library/projects', { name: MARKS.prompt }))
  const { db } = world.studio.context.database
  const { id: item } = await db
    .selectFrom('library_item')
    .select('id')
    .where('run_id', '=', made.task_id)
    .executeTakeFirstOrThrow()
  await json(call('/library/rate', { ids: [item], rating: 4 }))
  await json(call('/library/move', { items: [item], project_id: project.id }))
  const preset = { service: 'flux', action: 'images', name: MARKS.prompt, prompt: MARKS.prompt }
  await json(call('/api/v1/presets', { ...preset, settings: { size: '16:9' } }))
  return made.task_id
}

async function talk({ mina, eve }: WholePerson, world: MediaWorld, run: string): Promise<void> {
  const { studio } = world
  const say = (body: object, who = mina): Promise<Response> =>
    studio.call('/aichat/conversations', {
      json: body,
      token: who.credential.token,
      headers: { accept: 'application/json', origin: BASE }
    })
  const { file_url } = await upload(studio, mina, MARKS.bytes, `${MARKS.file}.txt`)
  const question = `Where is the ${MARKS.prompt}? [sandbox:tokens=5]`
  const ask = { model: 'gpt-5-all', question }
  const { id } = await json<{ id: string }>(say({ ...ask, references: [file_url] }))
  const { share } = await json<{ share: { id: string } }>(say({ action: 'share', id }))
  const report = { share_id: share.id, reason: 'spam', text: 'of another user' }
  await json(callAs(world, eve)('/api/v1/reports', report))
  const theirs = await json<{ id: string }>(say({ ...ask, question: 'Tides?' }, eve))
  const shown = await json<{ share: { id: string } }>(say({ action: 'share', id: theirs.id }, eve))
  const mine = { share_id: shown.share.id, reason: 'abuse', text: `about ${MARKS.name}` }
  await json(callAs(world, mina)('/api/v1/reports', mine))
  const models = ['gpt-5-all', 'gpt-6-sol'].map(model => ({ service: 'chat', model }))
  const compared = { kind: 'chat', prompt: MARKS.prompt, models }
  await json(callAs(world, mina)('/api/v1/comparisons', compared))
  const { db } = studio.context.database
  await db.insertInto('taken_file').values({ file_id: run, share_id: share.id }).execute()
}

async function shareResults(who: WholePerson, world: MediaWorld, run: string): Promise<void> {
  const { mina, eve } = who
  await markReal(world)
  const shared = await json<{ id: string }>(
    callAs(world, mina)('/api/v1/publications', { task_id: run, listed: true })
  )
  await json(callAs(world, eve)(`/api/v1/publications/${shared.id}/like`, { liked: true }, put))
  const theirs = await json<{ task_id: string }>(
    world.post('flux/images', { prompt: 'tides' }, { who: eve })
  )
  await markReal(world)
  const other = await json<{ id: string }>(
    callAs(world, eve)('/api/v1/publications', { task_id: theirs.task_id })
  )
  await json(callAs(world, mina)(`/api/v1/publications/${other.id}/like`, { liked: true }, put))
  const site = await firstSite(world)
  await json(callAs(world, mina)(`/api/v1/sites/${site.id}/featured`, { task_id: run }))
}

/** Marks all finished tasks as ones of a vendor, since results of the sandbox cannot be shared. */
async function markReal({ studio }: MediaWorld): Promise<void> {
  await studio.context.database.db
    .updateTable('run')
    .set({ fund: 'real', provider: 'nobody' })
    .where('service', '=', 'flux')
    .execute()
}

async function spendMoney({ mina, id, boss }: WholePerson, world: MediaWorld): Promise<void> {
  const { studio } = world
  const packages = await packagesOf(studio)
  const [usage] = packages.filter(({ type }) => type === 'Usage')
  const [period] = packages.filter(({ type }) => type === 'Period')
  if (usage === undefined || period === undefined) throw new Error('no packages')
  const order = await buy(studio, mina, usage.id)
  await refund(studio, boss, order)
  const plan = await json<{ id: string }>(
    callAs(world, mina)('/api/v1/applications/', { type: 'Period' })
  )
  await buy(studio, { ...mina, application: { ...mina.application, id: plan.id } }, period.id)
  const [gift] = await codesOf(studio, mina, { amount: 5 })
  await json(redeem(studio, mina, gift?.code ?? ''))
  const payer = await invited(studio, id)
  await rewarded(studio, payer.application.user_id, 5000)
  await json(payOut(studio, boss, { user_id: id, amount: 0.01, note: `to ${MARKS.name}` }))
}

async function signInEverywhere({ mina, id }: WholePerson, world: MediaWorld): Promise<void> {
  const { studio } = world
  const headers = { 'user-agent': AGENT }
  const entered = await studio.call('/api/auth/sign-in/email', {
    json: { email: MARKS.email, password: PASSWORD },
    headers,
    peer: PEER
  })
  const cookie = cookiesOf(entered)
  const code = await codeFor(studio, cookie)
  await json(studio.call('/auth/session', { json: { code }, headers, peer: PEER }))
  await codeFor(studio, cookie)
  const phone = await json<{ id: string }>(
    studio.call('/auth/qr', { json: {}, headers, peer: PEER })
  )
  await studio.call('/auth/qr/confirm', {
    json: { id: phone.id, accept: true },
    headers: { cookie: mina.cookie }
  })
  const service = await startPushService()
  const made = await callAs(world, mina)('/api/v1/push', service.subscribe(MARKS.link))
  service.close()
  const { id: push_id } = await json<{ id: string }>(made)
  const { database, clock } = studio.context
  const now = clock.now()
  const waiting = { ready: 1, attempts: 0, next_at: now + 1e6, give_up_at: now + 1e7 }
  await database.db
    .insertInto('push_message')
    .values({ id: crypto.randomUUID(), push_id, run_id: '', service: 'flux', ...waiting })
    .execute()
  const passkey = {
    id: crypto.randomUUID(),
    userId: id,
    publicKey: 'a',
    credentialID: 'b',
    deviceType: 'singleDevice',
    name: MARKS.passkey,
    counter: 0,
    backedUp: database.kind === 'sqlite' ? 0 : false
  }
  await database.db.insertInto('passkey').values(passkey).execute()
  await json(
    studio.call('/api/auth/two-factor/enable', {
      json: { password: PASSWORD },
      headers: { cookie: mina.cookie }
    })
  )
}

/**
 * The link for a new password expires by the clock of the machine, which is far behind the one of
 * the test. The next sweep deletes it, so it is made last.
 */
async function requestReset({ studio }: MediaWorld): Promise<void> {
  const asked = { json: { email: MARKS.email }, headers: { 'user-agent': AGENT }, peer: PEER }
  await json(studio.call('/api/auth/request-password-reset', asked))
}

/** Changes something as an operator, whose id other rows then name. */
async function operate({ mina }: WholePerson, world: MediaWorld): Promise<void> {
  const { id } = await firstSite(world)
  await json(callAs(world, mina)(`/api/v1/sites/${id}`, { description: 'Muses' }, put))
  const blocked = await person(world.studio)
  const path = `/api/v1/operation/people/${blocked.application.user_id}/block`
  await json(callAs(world, mina)(path, { reason: 'spam' }, put))
  // A stored key would be used for every answer, so it comes last.
  const { database, clock, secrets } = world.studio.context
  const key = { user_id: mina.application.user_id, vendor: 'openai', last4: MARKS.key.slice(-4) }
  await database.db
    .insertInto('own_key')
    .values({ ...key, box: secrets.seal(MARKS.key), created_at: clock.now() })
    .execute()
}
