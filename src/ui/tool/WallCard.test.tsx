import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test } from 'vitest'
import type { Task } from '#contract/task.ts'
import type { RowDistance, WatchRow } from '#ui/chat/row-watch.ts'
import type { CardParts } from '#ui/tool/card-parts.ts'
import { WallCard } from '#ui/tool/WallCard.tsx'

const action = { fields: {}, shows: { field: 'image_url', as: 'image' }, price: [], outputs: 4 }
const parts = {
  service: { id: 'flux', actions: { images: action } },
  priceOf: () => '',
  creditsOf: () => '',
  further: null,
  now: 0,
  locale: 'en',
  t: (key: string) => key
} as unknown as CardParts
let root: Root | null = null

async function show(state: Task['state']): Promise<{
  page: HTMLElement
  tell(told: RowDistance): Promise<void>
  change(state: Task['state']): Promise<void>
}> {
  const page = document.body.appendChild(document.createElement('div'))
  root = createRoot(page)
  let tell = (_: RowDistance): void => undefined
  const watch: WatchRow = (_, each) => {
    tell = each
    return () => undefined
  }
  const change = async (now: Task['state']): Promise<void> => {
    const response = { success: true, image_url: 'https://x.example/a.png' }
    const task = {
      id: 't1',
      type: 'images',
      state: now,
      request: { prompt: 'A fox' },
      response: now === 'succeeded' ? response : undefined,
      progress: 0,
      created_at: 0
    } as unknown as Task
    await act(async () =>
      root?.render(<WallCard task={task} joined={false} watch={watch} parts={parts} />)
    )
  }
  await change(state)
  return { page, change, tell: told => act(async () => tell(told)) }
}

afterEach(async () => {
  await act(async () => root?.unmount())
  document.body.replaceChildren()
})

test('a far card is plain text of the same height in one element, and a near one is drawn', async () => {
  const { page, tell } = await show('succeeded')
  expect(page.querySelector('img')).not.toBeNull()
  await tell({ height: 250, text: 'A fox' })
  const far = page.querySelector<HTMLElement>('article')
  expect([far?.id, far?.style.blockSize, far?.textContent]).toEqual(['t1', '250px', 'A fox'])
  expect(far?.children).toHaveLength(0)
  await tell('near')
  expect(page.querySelector('img')).not.toBeNull()
})

test('a far card that ends is drawn again', async () => {
  const { page, tell, change } = await show('running')
  await tell({ height: 250, text: 'Running' })
  await change('succeeded')
  expect(page.querySelector('img')).not.toBeNull()
})

test('a running card has the number and shape of its results', async () => {
  const { page } = await show('running')
  expect(page.querySelectorAll('[aria-hidden] > svg[viewBox="0 0 1 1"]')).toHaveLength(4)
})
