import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUp, type SignedUp } from '../../scripts/budget-person.ts'
import { startStudio, visit, type Page } from '../support/process.ts'

let studio: Awaited<ReturnType<typeof startStudio>>
let ada: SignedUp
let eve: SignedUp
beforeAll(async () => {
  studio = await startStudio()
  ada = await signUp(studio.url)
  eve = await signUp(studio.url, 'eve@example.com')
})
afterAll(() => studio.stop())

const open = (path: string, { session }: SignedUp = ada): Promise<Page> =>
  visit(`${studio.url}${path}`, { headers: { cookie: session } })

async function keep(prompt: string): Promise<string> {
  const answer = await fetch(`${studio.url}/api/v1/comparisons`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ada.access}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      kind: 'image',
      prompt,
      models: [
        { service: 'flux', model: 'flux-2-pro' },
        { service: 'gone', model: 'x-1' }
      ]
    })
  })
  return ((await answer.json()) as { id: string }).id
}

test('a guest sees the form, its kinds and its prices', async () => {
  const page = await visit(`${studio.url}/compare?kind=image`)
  expect(page.status).toBe(200)
  for (const text of ['Compare models', 'Total: ', 'Sign in to compare.', 'Midjourney'])
    expect(page.text).toContain(text)
  for (const kind of ['chat', 'image', 'video', 'audio'])
    expect(page.text).toContain(`/compare?kind=${kind}`)
  expect((await visit(`${studio.url}/compare?kind=poem`)).status).toBe(200)
})

test('a comparison can be read without a script, with a model that is gone', async () => {
  const id = await keep('A lighthouse in the evening')
  const { status, text } = await open(`/compare/${id}`)
  expect(status).toBe(200)
  expect(text).toContain('A lighthouse in the evening')
  expect(text).toContain('This prompt wasn’t sent.')
  expect(text).toContain('This result is no longer available.')
  const list = await open('/compare')
  expect(list.text).toContain(`/compare/${id}`)
  expect(list.text).toContain('No vote yet')
})

test('another user’s comparison is not found, and a guest signs in first', async () => {
  const id = await keep('Mine')
  expect((await open(`/compare/${id}`, eve)).status).toBe(404)
  expect((await open('/compare/nothing')).status).toBe(404)
  expect((await open('/compare', eve)).text).not.toContain(id)
  const guest = await visit(`${studio.url}/compare/${id}`)
  expect([guest.status, guest.headers['location']]).toEqual([
    302,
    expect.stringContaining(encodeURIComponent(`/compare/${id}`))
  ])
})

test('a comparison is deleted by its form', async () => {
  const id = await keep('Delete me')
  const answer = await fetch(`${studio.url}/compare?kind=image`, {
    method: 'POST',
    body: new URLSearchParams({ action: 'remove', id, once: crypto.randomUUID() }),
    headers: { cookie: ada.session, origin: studio.url },
    redirect: 'manual'
  })
  expect(answer.status).toBe(303)
  expect((await open('/compare')).text).not.toContain('Delete me')
})
