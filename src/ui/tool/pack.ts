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

/** Packs all server-rendered grids on the page. */
export function packPageCards(root: ParentNode): void {
  for (const grid of root.querySelectorAll<HTMLElement>('.tool-grid')) packCards(grid)
}
