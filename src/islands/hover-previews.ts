/**
 * Plays the videos of a wall while a mouse is over their tiles, `[data-preview]` with the address
 * of the video. A tile without an image shows the video's first frame once it is near the visible
 * part of the page. Nothing plays for users who want no motion or who save data.
 */
export function improveVideoTiles(root: ParentNode): void {
  const near = new IntersectionObserver(
    seen => {
      for (const { target, isIntersecting } of seen) {
        if (!isIntersecting) continue
        near.unobserve(target)
        showVideo(target, 'metadata')
      }
    },
    { rootMargin: '300px' }
  )
  const mayPlay = mayPreview()
  for (const tile of root.querySelectorAll('[data-preview]')) {
    const hasImage = tile.querySelector('img') !== null
    if (!hasImage) near.observe(tile)
    if (!mayPlay) continue
    tile.addEventListener('mouseenter', () => play(tile))
    if (tile.matches(':hover')) play(tile)
    tile.addEventListener('mouseleave', () => {
      if (hasImage) tile.querySelector('video')?.remove()
      else tile.querySelector('video')?.pause()
    })
  }
}

/** The height of a browser's controls at the end of a video, in pixels. */
const CONTROLS = 72

/**
 * Plays a video that has the browser's controls, silently and from its beginning, until the mouse
 * leaves the place around it. A press on the video plays it with sound. A video that the user has
 * begun is left alone. No element is added, since React hydrates these videos later.
 */
export function previewVideo(video: HTMLVideoElement): void {
  const place = video.parentElement
  if (place === null || !video.paused || video.currentTime > 0 || !mayPreview()) return
  const { muted } = video
  const over = new AbortController()
  const { signal } = over
  const stop = (): void => {
    over.abort()
    video.pause()
    video.muted = muted
  }
  const leave = (): void => {
    stop()
    // It then shows its poster again.
    video.load()
  }
  const press = ({ button, clientY }: PointerEvent): void => {
    if (button !== 0) return
    // Its controls change the sound or the time of a video that plays on.
    if (video.getBoundingClientRect().bottom - clientY < CONTROLS) over.abort()
    // The click that follows plays a paused video.
    else stop()
  }
  place.addEventListener('pointerleave', leave, { signal })
  video.addEventListener('ended', () => playQuietly(video), { signal })
  video.addEventListener('keydown', stop, { signal })
  video.addEventListener('pointerdown', press, { signal })
  video.muted = true
  playQuietly(video)
}

/** Checks that the user neither wants less motion nor saves data, where the browser knows. */
function mayPreview(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return !matchMedia('(prefers-reduced-motion: reduce)').matches && connection?.saveData !== true
}

function play(tile: Element): void {
  playQuietly(showVideo(tile, 'auto'))
}

/** Plays a video. A browser may refuse that; its frame then stays. */
function playQuietly(video: HTMLVideoElement): void {
  void video.play().catch(() => undefined)
}

/** Returns the video of a tile, which covers its image. */
function showVideo(tile: Element, preload: 'metadata' | 'auto'): HTMLVideoElement {
  const shown = tile.querySelector('video')
  if (shown !== null) return shown
  const video = document.createElement('video')
  video.className = 'absolute inset-0 size-full object-cover'
  video.muted = true
  video.loop = true
  video.playsInline = true
  video.preload = preload
  video.ariaHidden = 'true'
  video.src = `${tile.getAttribute('data-preview')}#t=0.1`
  // Labels of the tile stay above the video.
  const image = tile.querySelector('img')
  if (image === null) tile.prepend(video)
  else image.after(video)
  return video
}
