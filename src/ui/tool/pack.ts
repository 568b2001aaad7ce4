import { formatTime } from '#core/format.ts'

/** Height of a grid row and space below a card, in pixels; both match `tool.css`. */
const ROW = 4
const GAP = 16

/**
 * Packs cards of different heights without gaps, in reading order: each spans as many low rows as
 * its height needs. Without packing, each row is as high as its tallest card.
 * @returns stops the packing
 */
export function packCards(grid: HTMLElement): () => void {
  // All cards are measured before any moves, so that the browser computes the layout once.
  const fit = (): void => {
    const cards = [...grid.children] as HTMLElement[]
    const rows = cards.map(card => Math.ceil((card.offsetHeight + GAP) / ROW))
    cards.forEach((card, index) => (card.style.gridRowEnd = `span ${rows[index]}`))
  }
  const sizes = new ResizeObserver(fit)
  // Observing alone would be late: new cards would move after they have appeared.
  const look = (): void => {
    fit()
    for (const card of grid.children) sizes.observe(card)
  }
  const changes = new MutationObserver(look)
  changes.observe(grid, { childList: true })
  look()
  grid.dataset['packed'] = ''
  return () => {
    changes.disconnect()
    sizes.disconnect()
  }
}

/**
 * Prepares the server-rendered cards of the page before hydration: packs them, and converts their
 * times to the reader's time zone, which the server does not know. Times are hours and minutes, as
 * in `CardFoot`.
 */
export function settleCards(): void {
  for (const grid of document.querySelectorAll<HTMLElement>('.tool-grid')) packCards(grid)
  for (const time of document.querySelectorAll<HTMLTimeElement>('.tool-card time'))
    time.textContent = formatTime(Date.parse(time.dateTime)).slice(11, 16)
}
