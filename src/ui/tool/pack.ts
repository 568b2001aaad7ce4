/** Height of a grid row and space below a card, in pixels; both match `tool.css`. */
const ROW = 4
const GAP = 16

/**
 * Packs cards of different heights without gaps, in reading order: each spans as many low rows as
 * its height needs. Without packing, each row is as high as its tallest card.
 * @returns stops the packing
 */
export function packCards(grid: HTMLElement): () => void {
  const sizes = new ResizeObserver(changes => {
    for (const { target, borderBoxSize } of changes) {
      const rows = Math.ceil(((borderBoxSize[0]?.blockSize ?? 0) + GAP) / ROW)
      if (target instanceof HTMLElement && rows > 0) target.style.gridRowEnd = `span ${rows}`
    }
  })
  const look = (): void => {
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
