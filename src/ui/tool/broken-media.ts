import styles from '#ui/tool/broken-media.css?inline'

/**
 * Shows a sentence over the results on the page whose image or video cannot be loaded, also over
 * those that failed before this script ran. It only sets an attribute: React, which hydrates the
 * cards later, would not find an element that it did not render.
 */
export function explainBrokenMedia(root: Document, sentence: string): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
  const explain = (media: EventTarget | null): void => {
    if (media instanceof HTMLImageElement || media instanceof HTMLVideoElement)
      media.closest('.tool-figure')?.setAttribute('data-broken', sentence)
  }
  // Errors of media do not bubble.
  root.addEventListener('error', ({ target }) => explain(target), true)
  for (const media of root.querySelectorAll<HTMLImageElement | HTMLVideoElement>(
    '.tool-figure :is(img, video)'
  ))
    if (hasFailed(media)) explain(media)
}

function hasFailed(media: HTMLImageElement | HTMLVideoElement): boolean {
  return media instanceof HTMLVideoElement
    ? media.error !== null
    : media.complete && media.currentSrc !== '' && media.naturalWidth === 0
}
