import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { improveVideoTiles, previewVideo } from '#islands/hover-previews.ts'

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
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function (
    this: HTMLMediaElement
  ) {
    played.push('paused')
  })
  vi.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(() => void played.push('poster'))
  document.body.innerHTML = `
    <figure><video controls src="/files/c.mp4"></video></figure>
    <a data-preview="/files/a.mp4"><img src="/files/a.png"><span>Kling</span></a>
    <a data-preview="/files/b.mp4"><span>Luma</span></a>`
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'connection')
  vi.restoreAllMocks()
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

test.each(['no motion', 'less data'])('nothing plays for users who want %s', wish => {
  if (wish === 'no motion') isCalm = true
  else Object.assign(navigator, { connection: { saveData: true } })
  improveVideoTiles(document)
  for (const tile of tiles()) tile.dispatchEvent(new Event('mouseenter'))
  previewVideo(ownVideo())
  expect(played).toEqual([])
})

function ownVideo(): HTMLVideoElement {
  return document.querySelector<HTMLVideoElement>('figure video') ?? expect.fail('no video')
}

/** Presses the video at a height above its lower edge. */
function press(video: HTMLVideoElement, above: number): void {
  vi.spyOn(video, 'getBoundingClientRect').mockReturnValue({ bottom: 500 } as DOMRect)
  video.dispatchEvent(new MouseEvent('pointerdown', { clientY: 500 - above }))
}

describe('a video with controls', () => {
  const SOURCE = expect.stringContaining('/files/c.mp4')

  test('plays silently until the mouse leaves, and shows its poster again', () => {
    const video = ownVideo()
    previewVideo(video)
    expect([video.muted, played]).toEqual([true, [SOURCE]])
    video.dispatchEvent(new Event('ended'))
    video.parentElement?.dispatchEvent(new Event('pointerleave'))
    expect([video.muted, played]).toEqual([false, [SOURCE, SOURCE, 'paused', 'poster']])
    video.dispatchEvent(new Event('ended'))
    expect(played).toHaveLength(4)
  })

  test('belongs to the user after a press, which plays it with sound', () => {
    const video = ownVideo()
    previewVideo(video)
    press(video, 300)
    video.parentElement?.dispatchEvent(new Event('pointerleave'))
    expect([video.muted, played]).toEqual([false, [SOURCE, 'paused']])
  })

  test('plays on after a press on its controls', () => {
    const video = ownVideo()
    previewVideo(video)
    press(video, 20)
    video.parentElement?.dispatchEvent(new Event('pointerleave'))
    expect([video.muted, played]).toEqual([true, [SOURCE]])
  })

  test('is left alone once the user has begun it', () => {
    const video = ownVideo()
    video.currentTime = 3
    previewVideo(video)
    expect(played).toEqual([])
  })
})
