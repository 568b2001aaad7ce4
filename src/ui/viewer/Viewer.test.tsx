import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { flux } from '#catalog/flux/service.ts'
import type { HubInfo } from '#client/hub.ts'
import { bindHub } from '#client/page-hub.ts'
import type { Task } from '#contract/task.ts'
import type { TaskList } from '#stores/shelf.ts'
import { $token } from '#stores/token.ts'
import type { CardParts } from '#ui/tool/card-parts.ts'
import { Results } from '#ui/tool/Results.tsx'
import { Viewer } from '#ui/viewer/Viewer.tsx'

const onMore = vi.fn()
const onClose = vi.fn()
const onFollow = vi.fn()
const onRemove = vi.fn()
const parts = {
  service: flux,
  guest: true,
  priceOf: () => '0.4 credits',
  shortOf: () => '0.4',
  creditsOf: () => '0.4 credits',
  further: null,
  locale: 'en',
  now: 0,
  onFollow,
  onRemove,
  t: (key: string, values = {}) => [key, ...Object.values(values)].join(' ')
} as unknown as CardParts

const file = (name: string): string => `https://api.example/files/${'x'.repeat(43)}/${name}.png`

function made(id: string, prompt: string, ...images: string[]): Task {
  const data = images.map(image => ({ image_url: file(image) }))
  const request = { prompt, model: 'flux-dev', seed: 7 }
  const task = { id, type: 'images', state: 'succeeded', created_at: 0, request }
  return { ...task, response: { success: true, data } } as unknown as Task
}

const boats = made('boats', 'Two boats', 'boat-1', 'boat-2')
const hill = made('hill', 'A hill', 'hill')
const winter = {
  ...made('winter', 'Make it winter', 'winter'),
  request: { action: 'edit', prompt: 'Make it winter', image_url: file('boat-2') }
} as unknown as Task
const shelf: TaskList = { items: [winter, boats, hill], rest: 'none' }

let root: Root
let place: HTMLElement

async function show(start: string, given: TaskList = shelf, of = parts): Promise<void> {
  await act(async () =>
    root.render(<Viewer start={start} shelf={given} parts={of} onMore={onMore} onClose={onClose} />)
  )
}

const dialog = (): HTMLDialogElement => {
  const found = place.querySelector('dialog')
  if (found === null) throw new Error('there is no viewer')
  return found
}
const shown = (): string | null | undefined =>
  dialog().querySelector('img.object-contain')?.getAttribute('src')
const press = (key: string, init: KeyboardEventInit = {}): Promise<void> =>
  act(async () => {
    dialog().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...init }))
  })

beforeEach(() => {
  bindHub({ hosts: { api: 'https://api.example' } } as HubInfo)
  place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
})

afterEach(async () => {
  await act(async () => root.unmount())
  document.documentElement.removeAttribute('style')
  document.body.replaceChildren()
  vi.clearAllMocks()
})

describe('the viewer', () => {
  test('shows the chosen result, and its neighbours by arrow keys', async () => {
    await show('boats/1')
    expect(shown()).toBe(file('boat-2'))
    expect(dialog().getAttribute('aria-label')).toBe('field.view.title 3 4')
    await press('ArrowRight')
    expect(shown()).toBe(file('hill'))
    await press('ArrowRight')
    expect(shown()).toBe(file('hill'))
    await press('ArrowLeft')
    await press('ArrowLeft')
    expect(shown()).toBe(file('boat-1'))
  })

  test('mirrors the arrow keys where the page reads from right to left', async () => {
    document.documentElement.style.direction = 'rtl'
    await show('boats/1')
    dialog().style.direction = 'rtl'
    await press('ArrowLeft')
    expect(shown()).toBe(file('hill'))
  })

  test('ignores arrow keys with Alt and on a slider', async () => {
    await show('boats/1')
    await press('ArrowRight', { altKey: true })
    const slider = dialog().appendChild(document.createElement('input'))
    await act(async () => {
      slider.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }))
    })
    expect(shown()).toBe(file('boat-2'))
  })

  test('loads older results before it reaches the last one', async () => {
    await show('winter/0', { ...shelf, rest: 'more' })
    await press('ArrowRight')
    expect(onMore).not.toHaveBeenCalled()
    await press('ArrowRight')
    expect(onMore).toHaveBeenCalledOnce()
  })

  test('keeps the page behind it from scrolling until it is closed', async () => {
    const { style } = document.documentElement
    await show('hill/0')
    expect([style.overflow, document.activeElement]).toEqual(['hidden', dialog()])
    await act(async () => dialog().close())
    expect(onClose).toHaveBeenCalledExactlyOnceWith('hill/0')
    await act(async () => root.render(null))
    expect(style.overflow).toBe('')
  })

  test('a follow-up closes it and continues on the page', async () => {
    await show('boats/0')
    const edit = [...dialog().querySelectorAll('button')].find(
      each => each.textContent === 'field.follow.edit'
    )
    await act(async () => edit?.click())
    expect(dialog().open).toBe(false)
    expect(onFollow).toHaveBeenCalledOnce()
  })

  test('the next result takes the place of a deleted one, and the last one closes it', async () => {
    await show('boats/1')
    await show('boats/1', { items: [winter, hill], rest: 'none' })
    expect(shown()).toBe(file('hill'))
    await show('boats/1', { items: [], rest: 'none' })
    expect(onClose).toHaveBeenCalled()
  })

  test('opens the image that a result was made from, and keeps the focus', async () => {
    const item = { title: '', text: '', type: 'image/png', poster: null, service: 'flux' }
    const edited = { ...item, id: 'winter', url: file('winter'), rating: 0 }
    const from = { ...item, id: 'boat', url: file('boat-2'), prompt: 'Two boats', task_id: 'boats' }
    vi.stubGlobal('fetch', async (address: string) =>
      Response.json(
        address.endsWith('/winter/lineage')
          ? { parents: [from], children: [] }
          : { items: [edited], next: null }
      )
    )
    $token.set({ access: 'access', expiration: Date.now() + 3_600_000 })
    await show('winter/0', shelf, { ...parts, guest: false })
    const source = (): HTMLElement | null =>
      dialog().querySelector('[aria-label="field.view.sources"] button')
    await act(() => vi.waitFor(() => expect(source()).not.toBeNull()))
    expect(source()?.querySelector('img')?.alt).toBe('Two boats')
    source()?.focus()
    await act(async () => source()?.click())
    expect(shown()).toBe(file('boat-2'))
    expect(document.activeElement).toBe(dialog())
  })

  test('enlarges an image by keys, and shows it whole again', async () => {
    await show('hill/0')
    const stage = dialog().querySelector('.touch-none') as HTMLElement
    const box = { left: 0, top: 0, width: 800, height: 600 } as DOMRect
    vi.spyOn(stage, 'getBoundingClientRect').mockReturnValue(box)
    const scale = (): string | undefined =>
      dialog().querySelector('[title="field.view.hint field.view.zoom_reset 0"]')?.lastChild
        ?.textContent ?? undefined
    await press('+')
    await press('+')
    expect(scale()).toBe('225%')
    await press('ArrowRight', { shiftKey: true })
    expect(dialog().querySelector('img')?.style.transform).toBe('matrix(2.25, 0, 0, 2.25, -80, 0)')
    await press('-')
    expect(scale()).toBe('150%')
    await press('0')
    expect(scale()).toBe('100%')
    await press('+')
    await press('ArrowLeft')
    expect(scale()).toBe('100%')
  })

  test('gives its download a name and shows the request as code', async () => {
    await show('boats/1')
    const link = dialog().querySelector<HTMLAnchorElement>('a[download]')
    expect(link?.download).toBe('flux.title Two boats-boats-2.png')
    expect(dialog().querySelector('pre')?.textContent).toContain('https://api.example/flux/images')
  })

  test('copies the link of the file, which opens for everybody who gets it', async () => {
    const writeText = vi.fn(async () => undefined)
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
    await show('boats/1')
    await act(async () =>
      dialog().querySelector<HTMLElement>('[aria-label="field.view.copy_link"]')?.click()
    )
    expect(writeText).toHaveBeenCalledWith(file('boat-2'))
  })
})

describe('a result on the page', () => {
  const render = (): Promise<void> =>
    act(async () =>
      root.render(<Results shelf={shelf} medium="image" parts={parts} onMore={onMore} />)
    )
  const link = (): HTMLAnchorElement => {
    const found = place.querySelector<HTMLAnchorElement>('[data-view="boats/0"]')
    if (found === null) throw new Error('there is no link')
    return found
  }
  /**
   * Clicks the link of an image but does not let the browser follow it. Returns whether the page
   * handled the click.
   */
  const click = async (init: MouseEventInit = {}): Promise<boolean> => {
    let taken = false
    const look = (event: Event): void => {
      taken = event.defaultPrevented
      event.preventDefault()
    }
    document.addEventListener('click', look, { once: true })
    const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...init })
    await act(async () => void link().dispatchEvent(event))
    return taken
  }

  test('is a link to its file, which a click opens in the viewer', async () => {
    await render()
    expect(link().href).toBe(file('boat-1'))
    expect(await click({ ctrlKey: true })).toBe(false)
    expect(place.querySelector('dialog')).toBeNull()
    expect(await click()).toBe(true)
    await act(() => vi.waitFor(() => expect(place.querySelector('dialog')).not.toBeNull()))
    expect(shown()).toBe(file('boat-1'))
  })

  test('gets the focus if it was the last one in the viewer', async () => {
    await render()
    await click()
    await act(() => vi.waitFor(() => expect(place.querySelector('dialog')).not.toBeNull()))
    await press('ArrowRight')
    await act(async () => dialog().close())
    expect(place.querySelector('dialog')).toBeNull()
    expect(document.activeElement?.getAttribute('data-view')).toBe('boats/1')
  })
})
