import { strFromU8, unzipSync } from 'fflate'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ask as askInChat } from '../support/account.ts'
import { upload } from '../support/files.ts'
import { openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let ada: TestPerson
beforeEach(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off' } })
  ada = await person(studio)
})
afterEach(() => studio.close())

const ask = (cookie?: string): Promise<Response> =>
  studio.call('/auth/account/archive', cookie === undefined ? {} : { headers: { cookie } })

async function unpack(answer: Response): Promise<Record<string, string>> {
  const entries = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  return Object.fromEntries(Object.entries(entries).map(([name, data]) => [name, strFromU8(data)]))
}

test('the archive holds the account and its files, each at the path that the account names', async () => {
  const other = await person(studio)
  await upload(studio, other, 'a secret of somebody else', 'theirs.txt')
  for (const text of ['first', 'second']) await upload(studio, ada, text, 'note.txt')
  const answer = await ask(ada.cookie)
  expect(answer.headers.get('content-type')).toBe('application/zip')
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename="account-\d{4}-\d\d-\d\d\.zip"$/
  )
  const { 'account.json': account = '', 'index.html': _, ...files } = await unpack(answer)
  const listed = (JSON.parse(account) as { files: { path: string }[] }).files
  expect(Object.keys(files)).toEqual(listed.map(({ path }) => path))
  expect(Object.values(files).toSorted()).toEqual(['first', 'second'])
  expect(JSON.stringify({ account, files })).not.toContain('theirs')
})

test('the page of the archive shows chats and links each file, whose bytes are those of the upload', async () => {
  const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => index % 251)
  await upload(studio, ada, bytes, 'sea & “sky”.png')
  await upload(studio, ada, 'plain', '日本語.txt')
  await askInChat(studio, ada, 'Where is <b>the emerald</b>? [sandbox:tokens=5]')
  const entries = unzipSync(new Uint8Array(await (await ask(ada.cookie)).arrayBuffer()))
  const [page, ...others] = Object.keys(entries)
  expect([page, others[0]]).toEqual(['index.html', 'account.json'])
  const html = strFromU8(entries['index.html'] ?? new Uint8Array())
  expect(html).toContain('Where is &lt;b&gt;the emerald')
  expect(html).toContain(ada.email)
  expect(html).not.toMatch(/<script|https?:\/\/(?!127)|<img/)
  const links = [...html.matchAll(/href="(files[^"]+)"/g)].map(([, href = '']) =>
    decodeURIComponent(href)
  )
  expect(links.toSorted()).toEqual(others.filter(name => name.startsWith('files/')).toSorted())
  const [picture = ''] = links.filter(name => name.includes('sea'))
  expect(Buffer.compare(entries[picture] ?? new Uint8Array(), bytes)).toBe(0)
  const [note = ''] = links.filter(name => !name.includes('sea'))
  expect(strFromU8(entries[note] ?? new Uint8Array())).toBe('plain')
})

test('hostile file names stay inside the folder of the archive', async () => {
  await upload(studio, ada, 'x', '../../etc/passwd')
  const names = Object.keys(await unpack(await ask(ada.cookie)))
  expect(names.filter(name => name.startsWith('files/'))).toEqual([
    expect.stringMatching(/^files\/[\w-]{12}-passwd$/)
  ])
})

test('the archive leaves out a file whose bytes are gone', async () => {
  await upload(studio, ada, 'kept', 'kept.txt')
  await upload(studio, ada, 'lost', 'lost.txt')
  const { db } = studio.context.database
  const row = await db.selectFrom('file').select('blob').where('name', '=', 'lost.txt').execute()
  await studio.context.blobs.delete(row[0]?.blob ?? '')
  expect(Object.values(await unpack(await ask(ada.cookie)))).toContain('kept')
})

test('the archive is available only to its user', async () => {
  expect((await ask()).status).toBe(401)
  const foreign = await studio.call('/auth/account/archive', {
    headers: { cookie: ada.cookie, origin: 'https://evil.example' }
  })
  expect(foreign.status).toBe(403)
})
