/** Share of the window's height above which a card counts as the one being read. */
const LINE = 0.2

/** Marks the link of the card in view, while the page scrolls. */
export function markCurrentCard(root: Document): void {
  const row = root.querySelector<HTMLElement>('.site-parts > .tabs')
  const links = [...root.querySelectorAll<HTMLAnchorElement>('.site-parts a')]
  let marked: HTMLAnchorElement | undefined
  const mark = (): void => {
    const isEnd = scrollY + innerHeight >= root.documentElement.scrollHeight - 1
    const current = isEnd ? links.at(-1) : (links.findLast(isPassed) ?? links[0])
    if (current === marked) return
    marked?.removeAttribute('aria-current')
    current?.setAttribute('aria-current', 'location')
    marked = current
    if (row !== null && current !== undefined) scrollToMiddle(row, current)
  }
  const isPassed = ({ hash }: HTMLAnchorElement): boolean => {
    const card = root.querySelector(hash)
    return card !== null && card.getBoundingClientRect().top < innerHeight * LINE
  }
  addEventListener('scroll', mark, { passive: true })
  // A language that opens moves the cards below it.
  root.addEventListener('toggle', mark, true)
  mark()
}

/** Scrolls only the row, whichever direction the language has. */
function scrollToMiddle(row: HTMLElement, link: HTMLElement): void {
  const [outer, inner] = [row.getBoundingClientRect(), link.getBoundingClientRect()]
  row.scrollBy({ left: inner.left + inner.width / 2 - outer.left - outer.width / 2 })
}
