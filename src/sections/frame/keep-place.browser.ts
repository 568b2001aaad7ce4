/** Where a page was scrolled to when its language or look was changed, in this tab. */
const KEY = 'place'

/** By the id of what scrolls, empty for the page: how far, as a part of its height, which another language changes. */
type Place = Record<string, number>

/** Takes somebody who changes the language or the look back to where they were reading; without it they begin at the top. */
export function keepPlace(root: Document): void {
  try {
    restore(root)
    root.addEventListener('click', event => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="/preferences?"]') : null
      if (link === null) return
      // A redirect keeps what stands behind the #.
      link.hash = location.hash
      sessionStorage.setItem(KEY, JSON.stringify(placeOf(root)))
    })
  } catch {
    // A browser that forbids storage begins at the top.
  }
}

function placeOf(root: Document): Place {
  const scrolled = [...root.querySelectorAll('main, [id]')].filter(each => each.id !== '' && each.scrollTop > 0)
  const page = root.scrollingElement
  const parts = scrolled.map(each => [each.id, each.scrollTop / each.scrollHeight] as const)
  return Object.fromEntries([...parts, ...(page === null ? [] : [['', page.scrollTop / page.scrollHeight] as const])])
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
