import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import type { Task } from '#contract/task.ts'
import type { Action } from '#core/service.ts'
import type { CardParts } from '#ui/tool/card-parts.ts'
import { FollowUps } from '#ui/tool/FollowUps.tsx'

const onFollow = vi.fn()
const parts = {
  service: { id: 'lab' },
  onFollow,
  t: (key: string) => key
} as unknown as CardParts
let root: Root | null = null

async function show(
  ids: readonly string[],
  children?: React.ReactElement,
  onTouch?: React.ReactElement,
  declared: object = {}
): Promise<HTMLElement> {
  const place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
  const followUps = ids.map(id => ({ id, action: 'images', set: {} }))
  const action = { fields: {}, followUps, ...declared } as unknown as Action
  const task = { request: { image_url: 'a' } } as unknown as Task
  await act(async () =>
    root?.render(
      <FollowUps output={{}} action={action} task={task} parts={parts} onTouch={onTouch ?? null}>
        {children}
      </FollowUps>
    )
  )
  return place
}

/** Returns the names of the buttons beside a result, and of those in its menu. */
const shown = (page: HTMLElement): [main: string[], more: string[]] => {
  const names = (selector: string): string[] =>
    [...page.querySelectorAll(selector)].map(each => each.textContent ?? '')
  return [names(':scope > button'), names('details button')]
}
const keys = (...ids: string[]): string[] => ids.map(id => `lab.follow.${id}`)

afterEach(async () => {
  await act(async () => root?.unmount())
  document.body.replaceChildren()
})

test('two follow-ups are beside a result, and the others in a menu', async () => {
  expect(shown(await show(['a', 'b', 'c', 'd']))).toEqual([keys('a', 'b'), keys('c', 'd')])
})

test('three follow-ups are all beside a result, without a menu', async () => {
  const page = await show(['a', 'b', 'c'])
  expect(shown(page)).toEqual([keys('a', 'b', 'c'), []])
  expect(page.querySelector('details')).toBeNull()
})

test('the button of an admin is in the menu', async () => {
  const page = await show(['a', 'b', 'c'], <button type="button">Feature</button>)
  expect(shown(page)).toEqual([keys('a', 'b'), [...keys('c'), 'Feature']])
})

test('a choice closes the menu and keeps the focus', async () => {
  const page = await show(['a', 'b', 'c', 'd'])
  const menu = page.querySelector('details') as HTMLDetailsElement
  menu.open = true
  await act(async () => menu.querySelectorAll('button')[1]?.click())
  expect(menu.open).toBe(false)
  expect(document.activeElement).toBe(menu.querySelector('summary'))
  expect(onFollow.mock.lastCall?.[0]).toMatchObject({ id: 'd' })
})

test('on a touch screen one menu contains all actions', async () => {
  const save = <button type="button">Download</button>
  const query = new EventTarget()
  vi.stubGlobal('matchMedia', () => Object.assign(query, { matches: true }))
  const page = await show(['a', 'b', 'c'], undefined, save)
  expect(shown(page)[1]).toEqual([...keys('a', 'b', 'c'), 'Download'])
  expect(shown(page)[0]).toEqual(keys('a', 'b', 'c'))
  vi.unstubAllGlobals()
})

test('where something can hover, the menu repeats nothing that is beside the result', async () => {
  const page = await show(['a', 'b', 'c'], undefined, <button type="button">Download</button>)
  expect(shown(page)).toEqual([keys('a', 'b', 'c'), []])
  expect(page.querySelector('details')?.className).toContain('tool-menu-touch')
})

test('a follow-up that repeats a run shows the price of its settings', async () => {
  const priced = vi.fn((_verb: string, values: object) => JSON.stringify(values))
  Object.assign(parts, { priceOf: priced, shortOf: priced })
  const followUp = { id: 'variation', action: 'images', repeats: true, set: {}, atOnce: true }
  const fields = { image_urls: { type: 'file', also: ['image_url'] } }
  const page = await show([], undefined, undefined, { fields, followUps: [followUp] })
  expect(shown(page)[0]).toEqual(['field.follow.variation· {"image_urls":"a"}'])
})
