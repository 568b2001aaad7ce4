/**
 * Plays the videos of a wall while a mouse is over their tiles, `[data-preview]` with the address
 * of the video. A tile without an image shows the video's first frame once it is near the visible
 * part of the page. Readers who want no motion get none.
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
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  for (const tile of root.querySelectorAll('[data-preview]')) {
    const hasImage = tile.querySelector('img') !== null
    if (!hasImage) near.observe(tile)
    if (isCalm) continue
    tile.addEventListener('mouseenter', () => play(tile))
    if (tile.matches(':hover')) play(tile)
    tile.addEventListener('mouseleave', () => {
      if (hasImage) tile.querySelector('video')?.remove()
      else tile.querySelector('video')?.pause()
    })
  }
}

function play(tile: Element): void {
  // A browser may refuse to play; the frame then stays.
  void showVideo(tile, 'auto')
    .play()
    .catch(() => undefined)
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
