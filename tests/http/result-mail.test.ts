import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { LONG_TASK } from '#servers/api/tasks/result-mail.ts'
import { openTaskWorld, type TaskWorld } from '../support/task-world.ts'

let world: TaskWorld
beforeAll(async () => {
  world = await openTaskWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  await choose(true)
  known = new Set(await names())
})

const folder = (): string => join(world.studio.context.config.dataDir, 'outbox')
const names = (): Promise<string[]> => readdir(folder()).catch(() => [])
let known: ReadonlySet<string>

/** Reads the mails that this test has caused. */
async function mails(): Promise<string[]> {
  const fresh = (await names()).filter(name => !known.has(name))
  return Promise.all(fresh.map(name => readFile(join(folder(), name), 'utf8')))
}

async function choose(results: boolean): Promise<void> {
  const answer = await world.studio.call('/api/v1/users/me', {
    method: 'PUT',
    json: { notify: { results } },
    token: world.ada.token.access_token
  })
  expect(answer.status).toBe(200)
}

/** Runs a task that takes some milliseconds. */
async function run(prompt: string, takes: number): Promise<string> {
  const id = await world.submit(prompt)
  // Its start is moved rather than the clock, since the vendor of this world has a short deadline.
  const now = world.studio.context.clock.now()
  const { db } = world.studio.context.database
  await db
    .updateTable('run')
    .set({ created_at: now - takes })
    .where('id', '=', id)
    .execute()
  await world.turn(7)
  return id
}

test('a long task is mailed once it has ended, with its tool and a link, without the prompt', async () => {
  const id = await run('a secret boat', LONG_TASK)
  const [mail = '', ...others] = await mails()
  expect(others).toEqual([])
  expect(mail).toContain('Tool: Flux')
  expect(mail).toContain('Status: Ready')
  expect(mail).toContain(`/flux/history?task=${id}`)
  expect(mail).toContain('/profile#notifications')
  expect(mail).not.toContain('secret')
})

test('a failed task is mailed too, and says that it cost nothing', async () => {
  await run('fails', LONG_TASK)
  expect((await mails()).map(mail => /Status: (.*)\r\n/.exec(mail)?.[1])).toEqual([
    'Failed – you weren’t charged'
  ])
})

test('a short task is not mailed, nor any to a user who has not turned such mails on', async () => {
  await run('a quick boat', 0)
  await choose(false)
  await run('a slow boat', LONG_TASK)
  expect(await mails()).toEqual([])
})
