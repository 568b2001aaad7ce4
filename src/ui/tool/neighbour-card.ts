/** Finds the card after this one on the wall, or else the one before it. */
export function findNeighbourCard(card: Element | null | undefined): Element | null {
  const cards = [...(card?.closest('section')?.querySelectorAll('article') ?? [])]
  const place = cards.indexOf(card as HTMLElement)
  return place === -1 ? null : (cards[place + 1] ?? cards[place - 1] ?? null)
}
