/** Height of one of the grid's rows, and the room under a card, in pixels: as in `tool.css`. */
const ROW = 4
const GAP = 16

/**
 * Lays cards of different heights under each other without holes, in the order in which they are read: each takes as many
 * low rows as it is high. Without it the grid's rows are as high as their highest card.
 * @returns ends it
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

/** The same for what the page has brought. */
export function packPage(root: ParentNode): void {
  for (const grid of root.querySelectorAll<HTMLElement>('.tool-grid')) packCards(grid)
}
