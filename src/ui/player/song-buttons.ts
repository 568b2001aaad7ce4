import type { QueuedSong } from '#stores/queue.ts'

/**
 * Lists the songs of the page by their play buttons, `[data-song]`, in the order of the page.
 * Lyrics are read from the same section.
 */
export function songsOnPage(root: ParentNode): QueuedSong[] {
  return buttonsIn(root).map(button => {
    const { song: url = '', title = '', line = '', cover = '' } = button.dataset
    const lyric = button.closest('section')?.querySelector('[data-lyric]')?.textContent ?? ''
    return { url, title, line, cover, lyric: lyric.trim(), wave: '' }
  })
}

/** Marks the play buttons of the song that plays; null for none. */
export function markPlaying(root: ParentNode, url: string | null): void {
  for (const button of buttonsIn(root))
    button.setAttribute('aria-pressed', String(button.dataset['song'] === url))
}

/** Focuses the play button of a song, or else the main part of the page. */
export function focusSong(root: ParentNode, url: string, scrolls: boolean): void {
  const button = buttonsIn(root).find(each => each.dataset['song'] === url)
  const next = button ?? root.querySelector<HTMLElement>('main')
  next?.focus({ preventScroll: !scrolls })
}

function buttonsIn(root: ParentNode): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>('[data-song]')]
}
