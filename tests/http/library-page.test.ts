import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUp, type SignedUp } from '../../scripts/budget-person.ts'
import { formOf } from '../support/files.ts'
import { startStudio, visit, type Page } from '../support/process.ts'

let studio: Awaited<ReturnType<typeof startStudio>>
let ada: SignedUp
beforeAll(async () => {
  studio = await startStudio()
  ada = await signUp(studio.url)
})
afterAll(() => studio.stop())

const open = (query = ''): Promise<Page> =>
  visit(`${studio.url}/library${query}`, { headers: { cookie: ada.session } })

const send = (fields: Record<string, string>): Promise<Response> =>
  fetch(`${studio.url}/library`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { cookie: ada.session, origin: studio.url },
    redirect: 'manual'
  })

async function upload(name: string): Promise<void> {
  const answer = await fetch(`${studio.url}/api/v1/files`, {
    method: 'POST',
    body: formOf('hello', name),
    headers: { authorization: `Bearer ${ada.token}` }
  })
  expect(answer.status).toBe(200)
}

test('a guest sees the purpose of the page, and a sign-in leads back to it', async () => {
  const page = await visit(`${studio.url}/de/library`)
  expect(page.status).toBe(200)
  expect(page.text).toContain(encodeURIComponent('/de/library'))
  expect(page.text).not.toContain('id="library-form"')
})

test('the forms of the page find, mark, rate, download and delete without a script', async () => {
  expect((await open()).text).toContain('Nothing here yet')
  await upload('boats.txt')
  const page = await open()
  const [, id = ''] = /name="id" value="([^"]+)"/.exec(page.text) ?? []
  expect(page.text).toContain('aria-label="Select: boats.txt"')
  expect((await open('?search=BOATS')).text).toContain('boats.txt')
  expect((await open('?search=trains')).text).toContain('No results')

  expect((await send({ favourite: `${id} true` })).status).toBe(303)
  expect((await open('?favourite=true')).text).toContain('aria-pressed="true"')

  expect((await send({ action: 'rate', id, rating: '4' })).headers.get('location')).toBe(
    '/library?done=rate#main'
  )
  expect((await open('?rating=4&sort=rating')).text).toContain('aria-label="4 of 5 stars"')
  expect((await open('?rating=5')).text).toContain('No results')
  expect((await send({ action: 'rate', id })).status).toBe(400)

  const zip = await send({ action: 'download', id })
  expect(zip.headers.get('content-type')).toBe('application/zip')
  expect(Buffer.from(await zip.arrayBuffer()).toString('latin1')).toContain('boats.txt')

  expect((await send({ action: 'delete' })).headers.get('location')).toContain('done=none')
  const deleted = await send({ action: 'delete', id })
  expect(deleted.headers.get('location')).toBe('/library?done=delete#main')
  const after = await open('?done=delete')
  expect(after.text).toContain('Items deleted.')
  expect(after.text).toContain('Nothing here yet')
})

test('the models of all tools can be chosen, or those of one tool', async () => {
  await upload('trees.txt')
  const models = (page: Page): string =>
    /<select[^>]+id="library-model".*?<\/select>/s.exec(page.text)?.[0] ?? ''
  const all = models(await open())
  for (const wanted of ['label="Flux"', 'value="flux-dev"', 'label="Kling"'])
    expect(all).toContain(wanted)
  const chosen = models(await open('?service=flux&model=flux-dev'))
  expect(chosen).toMatch(/value="flux-dev" selected/)
  expect(chosen).not.toContain('Kling')
})

test('items of other users are not found', async () => {
  const answer = await send({ action: 'download', id: crypto.randomUUID() })
  expect(answer.status).toBe(404)
})
