/**
 * Loads the first frame of a wall's videos once they are near the visible part of the page, and
 * plays a video while a mouse is over it. Without this, they stay empty.
 */
export function improveFeaturedVideos(root: ParentNode): void {
  const near = new IntersectionObserver(
    seen => {
      for (const { target, isIntersecting } of seen) {
        if (!isIntersecting || !(target instanceof HTMLVideoElement)) continue
        near.unobserve(target)
        target.preload = 'metadata'
      }
    },
    { rootMargin: '300px' }
  )
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  for (const video of root.querySelectorAll<HTMLVideoElement>('[data-wall] video')) {
    if (!video.poster) near.observe(video)
    if (isCalm) continue
    const tile = video.closest('a')
    // A browser may refuse to play; the frame then stays.
    tile?.addEventListener('mouseenter', () => void video.play().catch(() => undefined))
    tile?.addEventListener('mouseleave', () => video.pause())
  }
}
