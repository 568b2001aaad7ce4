/** Session storage key of the scroll positions from before a change of language or theme. */
const KEY = 'place'

/**
 * Scroll positions by element id; the empty id is the page. Each is a share of the height, because
 * another language changes the height.
 */
type Place = Record<string, number>

/**
 * Restores the scroll positions after a user changes the language or theme. Without it the page
 * starts at the top.
 */
export function restoreScrollPosition(root: Document): void {
  try {
    restore(root)
    root.addEventListener('click', event => {
      const link =
        event.target instanceof Element
          ? event.target.closest<HTMLAnchorElement>('a[href^="/preferences?"]')
          : null
      if (link === null) return
      // A redirect keeps the fragment.
      link.hash = location.hash
      sessionStorage.setItem(KEY, JSON.stringify(placeOf(root)))
    })
  } catch {
    // In a browser that forbids storage the page starts at the top.
  }
}

function placeOf(root: Document): Place {
  const scrolled = [...root.querySelectorAll('main, [id]')].filter(
    each => each.id !== '' && each.scrollTop > 0
  )
  const page = root.scrollingElement
  const parts = scrolled.map(each => [each.id, each.scrollTop / each.scrollHeight] as const)
  return Object.fromEntries([
    ...parts,
    ...(page === null ? [] : [['', page.scrollTop / page.scrollHeight] as const])
  ])
}

function restore(root: Document): void {
  const kept = sessionStorage.getItem(KEY)
  if (kept === null) return
  sessionStorage.removeItem(KEY)
  for (const [id, part] of Object.entries(JSON.parse(kept) as Place)) {
    const scrolls = id === '' ? root.scrollingElement : root.getElementById(id)
    if (scrolls !== null && part > 0) scrolls.scrollTop = part * scrolls.scrollHeight
  }
}
