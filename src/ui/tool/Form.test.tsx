import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import type { FieldValues } from '#core/condition.ts'
import type { Action, Service } from '#core/service.ts'
import { freshForm } from '#stores/tool-form.ts'
import type { Upload } from '#stores/uploads.ts'
import { Form } from '#ui/tool/Form.tsx'
import type { FormParts } from '#ui/tool/parts.ts'

const action = {
  fields: { pictures: { type: 'file', accept: 'image', max: 3, bytes: 9 } }
} as unknown as Action
const service = { id: 'lab', actions: { images: action } } as unknown as Service
const t = (key: string, values: object = {}): string => [key, ...Object.values(values)].join(' ')
const [fox, sea, sky] = [
  'https://a.example/files/1',
  'https://a.example/files/2',
  'https://a.example/files/3'
]
const upload: Upload = {
  key: 1,
  field: 'pictures',
  name: 'sky.png',
  part: 0.5,
  cancel: () => undefined
}
let root: Root | null = null
let place: HTMLElement

async function show(
  given: FieldValues,
  uploads: readonly Upload[] = [],
  titles: FormParts['titles'] = {}
): Promise<HTMLElement> {
  if (root === null) {
    place = document.createElement('div')
    root = createRoot(place)
  }
  const deaf = { onField: vi.fn(), onFiles: vi.fn(), onLibrary: undefined, onGenerate: vi.fn() }
  const parts: FormParts = {
    id: 'lab',
    action,
    given,
    values: given,
    titles,
    uploads,
    pictures: {},
    t,
    ...deaf
  }
  const form = (
    <Form
      {...{ service, verbs: ['images'], form: freshForm(service), action, parts }}
      price=""
      plans=""
      guest=""
      onVerb={vi.fn()}
    />
  )
  await act(async () => root?.render(form))
  return place
}

const namesOf = (page: HTMLElement): (string | null)[] =>
  [...page.querySelectorAll('.icon-button')].map(each => each.getAttribute('aria-label'))

afterEach(async () => {
  await act(async () => root?.unmount())
  root = null
})

test('the same output element announces an upload and then that the file is ready', async () => {
  const told = (await show({})).querySelector('output')
  expect(told?.textContent).toBe('')
  await show({}, [upload])
  expect(told?.textContent).toBe('field.file.wait')
  await show({ pictures: [sky] })
  expect(told?.textContent).toBe('field.file.ready')
  expect(place.querySelector('output')).toBe(told)
  await show({})
  expect(told?.textContent).toBe('')
})

test('does not announce files that were there before', async () => {
  const page = await show({ pictures: [sky] })
  expect(page.querySelector('output')?.textContent).toBe('')
})

test('does not announce a failed upload as ready, even next to an earlier file', async () => {
  const page = await show({ pictures: [fox] }, [upload])
  await show({ pictures: [fox] })
  expect(page.querySelector('output')?.textContent).toBe('')
  await show({ pictures: [fox] }, [upload])
  await show({ pictures: [fox, sky] })
  expect(page.querySelector('output')?.textContent).toBe('field.file.ready')
})

test('each file has its own button, named after the file or else after its field', async () => {
  const page = await show({ pictures: [fox, sea] }, [upload], { [fox]: 'fox.png' })
  await vi.waitFor(() => {
    expect(namesOf(page)).toEqual([
      'field.file.remove fox.png',
      'field.file.remove lab.field.pictures 2',
      'field.file.cancel sky.png'
    ])
  })
  await show({ pictures: [sea] })
  expect(namesOf(page)).toEqual(['field.file.remove lab.field.pictures'])
})
