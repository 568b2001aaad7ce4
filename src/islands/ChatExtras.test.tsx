import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import type { ChatModel, MessageContent } from '#core/chat.ts'
import { ChatFiles } from '#islands/ChatExtras.tsx'
import type { ExtrasOptions } from '#islands/extras-options.ts'
import { $attachments, type Attachment } from '#stores/attachments.ts'
import { resetAll } from '#stores/persisted.ts'

const SEES = {
  name: 'eyes',
  label: 'eyes',
  isImageSupported: true,
  isFileSupported: false
} as ChatModel
const READS = {
  name: 'all',
  label: 'all',
  isImageSupported: true,
  isFileSupported: true
} as ChatModel
const DEAF = {
  name: 'words',
  label: 'words',
  isImageSupported: false,
  isFileSupported: false
} as ChatModel

let root: Root | null = null
const onHold = vi.fn()
let turns: { content: MessageContent }[] = []
/** Name of the model that the conversation has used so far. */
let own = ''
/** Models of the group besides the chosen one. */
let others: ChatModel[] = []
const t = (key: string): string => key

const file = (name: string, type: string, more: Partial<Attachment> = {}): Attachment => ({
  key: name.length,
  draft: 'c1',
  name,
  type,
  size: 4,
  url: `https://api.example/files/${name}`,
  part: 1,
  failure: null,
  asked: false,
  cancel: () => undefined,
  ...more
})

async function show(model: ChatModel, ...items: Attachment[]): Promise<HTMLElement> {
  const place = document.body.appendChild(document.createElement('div'))
  root ??= createRoot(place)
  await act(async () => {
    $attachments.set(items)
    const options = {
      hub: { locale: 'en' },
      group: { id: 'chatgpt', models: [model, ...others] },
      thread: { id: 'c1', model: own, turns },
      model: model.name,
      t
    }
    root?.render(<ChatFiles {...(options as unknown as ExtrasOptions)} onHold={onHold} />)
  })
  return document.body
}

afterEach(async () => {
  await act(async () => root?.unmount())
  root = null
  turns = []
  own = ''
  others = []
  document.body.replaceChildren()
  resetAll()
  onHold.mockReset()
})

const said = (): unknown => onHold.mock.lastCall?.[0]

test('a model that cannot read earlier files only causes a warning', async () => {
  turns = [{ content: [{ type: 'file_url', file_url: '/files/a', media_type: 'application/pdf' }] }]
  expect((await show(SEES)).textContent).toBe('chat.models.unread')
  expect(said()).toBe('')
  expect((await show(READS)).textContent).toBe('')
})

test('a question cannot be sent while it has files that the model cannot read', async () => {
  const plan = file('plan.pdf', 'application/pdf')
  const page = await show(SEES, plan, file('a.png', 'image/png'))
  expect(said()).toBe('chat.attach.pictures_only')
  await show(DEAF, plan)
  expect(said()).toBe('chat.attach.none')
  await show(READS, plan)
  expect(said()).toBe('')
  expect([...page.querySelectorAll('li bdi')].map(each => each.textContent)).toEqual(['plan.pdf'])
})

test('a question waits for an upload, but not for a file that was refused', async () => {
  await show(READS, file('a.txt', 'text/plain', { url: '', part: 0.5 }))
  expect(said()).toBe('chat.attach.wait')
  const failure = {
    code: 'bad_request',
    sentence: '',
    detail: '',
    issues: [{ field: 'file', code: 'not_allowed' }],
    traceId: ''
  }
  const page = await show(READS, file('a.mp4', 'video/mp4', { url: '', failure }))
  expect(said()).toBe('')
  expect(page.querySelector('[role=alert]')?.textContent).toContain('chat.attach.wrong_kind')
})

test('files that are being sent or belong to another draft are hidden', async () => {
  const page = await show(
    DEAF,
    file('a.txt', 'text/plain', { asked: true }),
    file('bc.txt', 'text/plain', { draft: 'c2' })
  )
  expect([page.querySelector('li'), said()]).toEqual([null, ''])
})

test('a retired model shows its successor and price; a removed one must be replaced', async () => {
  own = 'old'
  others = [{ ...READS, name: 'old', enabled: false, becomes: 'all' } as ChatModel]
  const successor = { ...READS, price: { input: 5000, output: 5000 } }
  expect((await show(successor)).textContent).toBe('chat.models.replaced')
  expect(said()).toBe('')
  others = []
  expect((await show({ ...READS, name: '' })).textContent).toBe('')
  expect(said()).toBe('chat.models.gone')
  await show(READS)
  expect(said()).toBe('')
})
