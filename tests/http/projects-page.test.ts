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

const open = (path: string, who = ada): Promise<Page> =>
  visit(studio.url + path, { headers: { cookie: who.session } })

const send = (path: string, fields: [string, string][], who = ada): Promise<Response> =>
  fetch(studio.url + path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { cookie: who.session, origin: studio.url },
    redirect: 'manual'
  })

/** Sends a form, and opens the page to which it leads. */
async function sendOn(path: string, fields: [string, string][]): Promise<Page> {
  const answer = await send(path, fields)
  expect(answer.status).toBe(303)
  return open((answer.headers.get('location') ?? '').replace(/#.*/, ''))
}

/** Creates a project by the form of the list. */
async function create(name: string): Promise<string> {
  const fields: [string, string][] = [
    ['action', 'create'],
    ['name', name],
    ['colour', 'green']
  ]
  const answer = await send('/projects', fields)
  return (answer.headers.get('location') ?? '').replace(/\?.*/, '')
}

/** Uploads a file, and returns the id of its item. */
async function addItem(name: string): Promise<string> {
  await fetch(`${studio.url}/api/v1/files`, {
    method: 'POST',
    body: formOf('hello', name),
    headers: { authorization: `Bearer ${ada.token}` }
  })
  const { text } = await open(`/library?search=${name}`)
  return /name="id" value="([^"]+)"/.exec(text)?.[1] ?? ''
}

test('a guest sees what the page is for, and signs in for a project', async () => {
  const list = await visit(`${studio.url}/de/projects`)
  expect([list.status, list.text.includes(encodeURIComponent('/de/projects'))]).toEqual([200, true])
  const one = await visit(`${studio.url}/projects/any`)
  expect([one.status, one.headers['location']]).toEqual([
    302,
    expect.stringContaining('/auth/begin')
  ])
})

test('a project is created, renamed, archived, restored and deleted without a script', async () => {
  expect((await open('/projects')).text).toContain('No projects yet')
  const path = await create('Boats')
  expect(path).toMatch(/^\/projects\/[\w-]{36}$/)
  const renamed = await sendOn(path, [
    ['name', '<Ships>'],
    ['colour', 'pink'],
    ['action', 'change']
  ])
  expect(renamed.text).toContain('&lt;Ships&gt;')
  expect(renamed.text).toContain('Changes saved.')
  const archived = await sendOn(path, [['action', 'archive']])
  expect(archived.text).toContain('This project is archived.')
  expect((await open('/projects')).text).not.toContain(path)
  expect((await open('/projects?archived=true')).text).toContain(path)
  await send(path, [['action', 'restore']])
  expect((await open('/projects')).text).toContain(path)
  const deleted = await sendOn(path, [['action', 'erase']])
  expect(deleted.text).toContain('Project deleted.')
  expect(deleted.text).not.toContain(path)
})

test('a project needs a name', async () => {
  const answer = await send('/projects', [['action', 'create']])
  expect(answer.status).toBe(400)
  expect(await answer.text()).toContain('Enter a name for the project.')
})

test('chosen items go to a new project, are found there, and leave it', async () => {
  const id = await addItem('harbour.txt')
  const moved = await sendOn('/library', [
    ['id', id],
    ['to', 'new'],
    ['name', 'Harbours'],
    ['action', 'move']
  ])
  expect(moved.text).toContain('Moved.')
  const [, project = ''] = /<option value="([\w-]{36})"[^>]*>\s*Harbours/.exec(moved.text) ?? []
  expect((await open(`/library?project=${project}`)).text).toContain('harbour.txt')
  expect((await open(`/projects/${project}`)).text).toContain('harbour.txt')
  const left = await sendOn(`/projects/${project}`, [
    ['id', id],
    ['to', ''],
    ['action', 'move']
  ])
  expect(left.text).not.toContain('harbour.txt')
  expect((await open('/library')).text).toContain('harbour.txt')
})

test('a project that another tab has deleted is named as the reason, and the choice stays', async () => {
  const id = await addItem('island.txt')
  const path = await create('Islands')
  const project = path.split('/').at(-1) ?? ''
  await send(path, [['action', 'erase']])
  const answer = await send('/library', [
    ['id', id],
    ['to', project],
    ['action', 'move']
  ])
  const text = await answer.text()
  expect(answer.status).toBe(404)
  expect(text).toContain('That project no longer exists. Nothing was changed.')
  expect(text).toMatch(new RegExp(`value="${id}"[^>]* checked|checked[^>]* value="${id}"`))
  for (const page of [await open(path), await open(`/library?project=${project}`)]) {
    expect(page.status).toBe(404)
    expect(page.text).toContain('project no longer exists')
  }
  const late = await send(path, [['action', 'archive']])
  expect([late.status, (await late.text()).includes('This project no longer exists')]).toEqual([
    404,
    true
  ])
})

test('projects and chats of others are not found', async () => {
  const eve = await signUp(studio.url, 'eve@example.com')
  const path = await create('Private')
  const page = await open(path, eve)
  expect([page.status, page.text.includes('Private')]).toEqual([404, false])
  expect((await send(path, [['action', 'erase']], eve)).status).toBe(404)
  expect((await open('/projects/move?chat=none', eve)).status).toBe(404)
  expect((await open(path)).text).toContain('Private')
})
