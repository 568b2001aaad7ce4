import { act } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { HubInfo } from '#client/hub.ts'
import { bindHub } from '#client/page-hub.ts'
import { openFileViewer } from '#islands/file-viewer.tsx'
import { $token } from '#stores/token.ts'

const STRINGS = {
  'field.view.title': 'Result {{number}} of {{count}}',
  'field.view.broken': 'This file can’t be shown.',
  'field.view.send': 'Send to…',
  'field.rating.stars': '{{number}} of 5 stars',
  'field.card.download': 'Download',
  'library.open': 'Open in {{tool}}'
}

const file = (name: string): string => `https://api.example/files/${'x'.repeat(43)}/${name}`

const BADGE = '<span data-rating="3"></span>'

/** A tile as the library draws it. */
function tile(id: string, medium: string, name: string, more = '', controls = ''): string {
  return `<li><a href="/flux/history?task=${id}" data-view="${id}" data-medium="${medium}"
    data-file="${file(name)}" data-title="Flux" data-words="A boat" ${more}>${id}${id === 'third' ? BADGE : ''}</a>
    <button name="favourite" aria-label="Favourite" aria-pressed="false"></button>${controls}</li>`
}

const find = <T extends HTMLElement>(selector: string): T => {
  const found = document.querySelector<T>(selector)
  if (found === null) throw new Error(`no ${selector}`)
  return found
}
const open = (id: string): Promise<void> =>
  act(async () => openFileViewer(find(`[data-view="${id}"]`), STRINGS))
const press = (key: string): Promise<void> =>
  act(async () => {
    find('dialog').dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  })
const shown = (): string | null =>
  find('dialog').querySelector('img, video')?.getAttribute('src') ?? null

beforeEach(() => {
  document.documentElement.lang = 'en'
  document.body.innerHTML = [
    tile('first', 'image', 'boat.png', 'data-tool="Flux" data-facts="Dev · Today"'),
    tile('second', 'video', 'hill.mp4', `data-cover="${file('hill.jpg')}" data-tool="Kling"`),
    tile('gone', 'image', 'gone.png').replace('<li>', '<li hidden>'),
    tile('third', 'image', 'own.png', '', '<a data-send href="https://hub.example/send-to"></a>'),
    tile('song', 'audio', 'song.mp3', '', '<button data-song="x" aria-label="Play A"></button>')
  ].join('')
})
afterEach(async () => {
  await act(async () => document.querySelector('dialog')?.close())
  document.documentElement.removeAttribute('lang')
  document.body.replaceChildren()
})

test('arrow keys lead over the items of all tools, and leave out deleted ones', async () => {
  await open('first')
  expect(find('dialog').getAttribute('aria-label')).toBe('Result 1 of 4')
  expect(shown()).toBe(file('boat.png'))
  await press('ArrowRight')
  expect(shown()).toBe(file('hill.mp4'))
  expect(find('dialog video').getAttribute('poster')).toBe(file('hill.jpg'))
  await press('ArrowRight')
  expect(shown()).toBe(file('own.png'))
  await press('ArrowLeft')
  await press('ArrowLeft')
  expect(shown()).toBe(file('boat.png'))
})

test('an item has its facts, its download and the links of its tile', async () => {
  await open('first')
  const links = (): (string | null)[] =>
    [...document.querySelectorAll('dialog a.button')].map(each => each.textContent)
  expect(find('dialog section').textContent).toContain('Dev · Today')
  expect(links()).toEqual(['Open in Flux'])
  expect(find('dialog a.button').getAttribute('href')).toBe('/flux/history?task=first')
  expect(find<HTMLAnchorElement>('a[download]').download).toBe('Flux A boat-first.png')
  await press('ArrowRight')
  await press('ArrowRight')
  expect(links()).toEqual(['Send to…'])
})

test('a shared result, which has no tile, is viewed alone', async () => {
  document.body.innerHTML = `<a href="${file('fox.png')}" target="_blank" data-view="fox"
    data-medium="image" data-file="${file('fox.png')}" data-title="Flux" data-words="A fox"></a>`
  await open('fox')
  expect(find('dialog').getAttribute('aria-label')).toBe('Result 1 of 1')
  expect(shown()).toBe(file('fox.png'))
  expect(document.querySelector('dialog a.button')).toBeNull()
  expect(document.querySelector('dialog')?.textContent).not.toContain('Result 1 of 1')
})

test('the last shown item has the focus when the viewer is closed', async () => {
  await open('first')
  await press('ArrowRight')
  await act(async () => find<HTMLDialogElement>('dialog').close())
  expect(document.querySelector('dialog')).toBeNull()
  expect(document.activeElement).toBe(find('[data-view="second"]'))
})

test('the buttons of a tile are pressed from the viewer, which shows their state', async () => {
  const star = find('[name=favourite]')
  star.addEventListener('click', () => star.setAttribute('aria-pressed', 'true'))
  await open('first')
  const own = find('dialog [aria-label="Favourite"]')
  expect(own.getAttribute('aria-pressed')).toBe('false')
  await act(async () => own.click())
  await act(() => vi.waitFor(() => expect(own.getAttribute('aria-pressed')).toBe('true')))
})

describe('an item of the library', () => {
  const rate = vi.fn(async (_: string, init: RequestInit) => Response.json(init))
  beforeEach(async () => {
    bindHub({ hosts: { api: 'https://api.example' } } as HubInfo)
    $token.set({ access: 'access', expiration: Date.now() + 3_600_000 })
    const texts = { title: '', text: '', prompt: 'A boat', poster: null, type: 'image/png' }
    const parent = { ...texts, id: 'first', url: file('boat.png') }
    vi.stubGlobal('fetch', async (address: string, init: RequestInit) =>
      address === 'https://api.example/library/items/third/lineage'
        ? Response.json({ parents: [parent], children: [] })
        : rate(address, init)
    )
    await open('third')
  })
  afterEach(() => vi.unstubAllGlobals())

  test('is rated, and its tile hears of it', async () => {
    const told = vi.fn()
    document.addEventListener('rated', event => told((event as CustomEvent).detail), { once: true })
    const stars = (number: number): HTMLInputElement =>
      find(`dialog [aria-label="${number} of 5 stars"]`)
    expect(stars(3).checked).toBe(true)
    await act(async () => stars(5).click())
    expect(told).toHaveBeenCalledExactlyOnceWith({ rating: 5, label: '5 of 5 stars' })
    await vi.waitFor(() => expect(rate).toHaveBeenCalledOnce())
    expect(rate.mock.calls[0]?.[1].body).toBe('{"ids":["third"],"rating":5}')
  })

  test('leads to the item that it was made from', async () => {
    const source = (): HTMLElement | null =>
      document.querySelector('[aria-label="field.view.sources"] button')
    await act(() => vi.waitFor(() => expect(source()).not.toBeNull()))
    await act(async () => source()?.click())
    expect(shown()).toBe(file('boat.png'))
  })
})

describe('the run of an item', () => {
  const run = {
    facts: ['0.4 credits'],
    settings: [{ name: 'Seed', value: '7' }],
    samples: [],
    source: null
  }
  const openRun = async (answer: () => Promise<Response>): Promise<string[]> => {
    const asked: string[] = []
    bindHub({ locale: 'de' } as HubInfo)
    vi.stubGlobal('fetch', (address: string) => {
      asked.push(address)
      return answer()
    })
    Object.assign(find('[data-view="first"]').dataset, { service: 'flux', task: 'run' })
    await open('first')
    return asked
  }
  const details = (): string => find('dialog section').textContent
  const waiting = (): number => document.querySelectorAll('dialog .skeleton').length
  afterEach(() => vi.unstubAllGlobals())

  test('shows its price, its settings and its code once it has loaded', async () => {
    let end = (_: Response): void => undefined
    const asked = await openRun(() => new Promise(done => (end = done)))
    const query = new URLSearchParams({ service: 'flux', task: 'run', file: file('boat.png') })
    expect(asked).toEqual([`/de/run-details?${query}`])
    expect(waiting()).toBeGreaterThan(0)
    await act(async () => end(Response.json(run)))
    await act(() => vi.waitFor(() => expect(waiting()).toBe(0)))
    expect(details()).toContain('Dev · Today · 0.4 credits')
    expect(find('dialog dl').textContent).toBe('Seed7')
    expect(details()).toContain('field.view.code')
    await press('ArrowRight')
    expect([waiting(), document.querySelector('dialog dl')]).toEqual([0, null])
    await press('ArrowLeft')
    expect(find('dialog dl').textContent).toBe('Seed7')
    expect(asked).toHaveLength(1)
  })

  test('is left out if it cannot be loaded', async () => {
    await openRun(async () => new Response(null, { status: 404 }))
    await act(() => vi.waitFor(() => expect(waiting()).toBe(0)))
    expect(details()).toContain('Dev · Today')
    expect(document.querySelector('dialog dl, dialog pre')).toBeNull()
  })
})

test('a file outside of the library has no stars', async () => {
  await open('first')
  expect(document.querySelector('dialog [type=radio]')).toBeNull()
})

test('a song plays by the button of its tile', async () => {
  const play = vi.fn()
  find('[data-song]').addEventListener('click', play)
  await open('song')
  expect(document.querySelector('dialog audio')).toBeNull()
  await act(async () => find('dialog [aria-label="Play A"]').click())
  expect(play).toHaveBeenCalledOnce()
})

test.each(['first', 'second'])(
  'a sentence is in the place of a file that cannot be loaded, and its download stays: %s',
  async id => {
    await open(id)
    const media = find('dialog').querySelector('img, video')
    await act(async () => void media?.dispatchEvent(new Event('error')))
    expect(find('dialog [role="alert"]').textContent).toBe('This file can’t be shown.')
    expect(shown()).toBeNull()
    expect(find<HTMLAnchorElement>('a[download]').href).toContain('?download=1')
    await press('ArrowRight')
    expect(document.querySelector('dialog [role="alert"]')).toBeNull()
  }
)
