import { expect, test } from 'vitest'
import { withWholeForm } from '#servers/lib/whole-form.ts'

const URL = 'http://studio.example/files'

test('a form arrives with its file, and may be refused at any moment', async () => {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(4 * 1024 * 1024)]), 'me.png')
  const init = await withWholeForm({ method: 'POST', body: form, headers: { origin: URL } })
  const arrived = await new Request(URL, init).formData()
  expect(arrived.get('file')).toMatchObject({ name: 'me.png', size: 4 * 1024 * 1024 })

  const failures: unknown[] = []
  const note = (error: unknown): void => void failures.push(error)
  process.on('unhandledRejection', note)
  const request = new Request(URL, init)
  expect(request.headers.get('origin')).toBe(URL)
  const reader = request.body?.getReader()
  await reader?.read()
  await reader?.cancel()
  await new Promise(resolve => setImmediate(resolve))
  process.off('unhandledRejection', note)
  expect(failures).toEqual([])
})

test('any other body stays as it is', async () => {
  const init = { method: 'POST', body: '{}' }
  expect(await withWholeForm(init)).toBe(init)
  expect(await withWholeForm()).toEqual({})
})
