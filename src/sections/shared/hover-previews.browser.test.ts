import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { improveVideoTiles } from '#sections/shared/hover-previews.browser.ts'

let isCalm: boolean
let appear: () => void
const played: string[] = []
beforeEach(() => {
  isCalm = false
  played.length = 0
  vi.stubGlobal('matchMedia', () => ({ matches: isCalm }))
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(tell: (seen: object[]) => void) {
        appear = () => tell(this.#seen.map(target => ({ target, isIntersecting: true })))
      }
      #seen: Element[] = []
      observe(target: Element): void {
        this.#seen.push(target)
      }
      unobserve(): void {}
    }
  )
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function (
    this: HTMLMediaElement
  ) {
    played.push(this.src)
  })
  document.body.innerHTML = `
    <a data-preview="/files/a.mp4"><img src="/files/a.png"><span>Kling</span></a>
    <a data-preview="/files/b.mp4"><span>Luma</span></a>`
})
afterEach(() => {
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

const tiles = (): Element[] => [...document.querySelectorAll('a')]
const names = (tile: Element | undefined): string[] =>
  [...(tile?.children ?? [])].map(({ tagName }) => tagName.toLowerCase())

test('a video plays over its image while the mouse is over the tile', () => {
  improveVideoTiles(document)
  const [tile] = tiles()
  tile?.dispatchEvent(new Event('mouseenter'))
  expect(names(tile)).toEqual(['img', 'video', 'span'])
  expect(played).toEqual([expect.stringContaining('/files/a.mp4#t=0.1')])
  tile?.dispatchEvent(new Event('mouseleave'))
  expect(names(tile)).toEqual(['img', 'span'])
})

test('a video without an image shows its first frame once its tile is near', () => {
  improveVideoTiles(document)
  const [, tile] = tiles()
  expect(names(tile)).toEqual(['span'])
  appear()
  expect(names(tile)).toEqual(['video', 'span'])
  tile?.dispatchEvent(new Event('mouseenter'))
  tile?.dispatchEvent(new Event('mouseleave'))
  expect(names(tile)).toEqual(['video', 'span'])
})

test('nothing plays for readers who want no motion', () => {
  isCalm = true
  improveVideoTiles(document)
  for (const tile of tiles()) tile.dispatchEvent(new Event('mouseenter'))
  expect(played).toEqual([])
})
