/** Where a message stands among the versions of a conversation. */
export type Node = { id: string; parent_id: string | null; position: number }

/** The way from the beginning to a message, itself the last; empty for null, and for a message that is not there. */
export function wayTo<N extends Pick<Node, 'id' | 'parent_id'>>(nodes: readonly N[], id: string | null): N[] {
  const known = new Map(nodes.map(node => [node.id, node]))
  const way: N[] = []
  // What was walked over is taken out: a row that names a later one as the one before it ends the way, no loop.
  for (let next = id; next !== null;) {
    const node = known.get(next)
    if (node === undefined) break
    known.delete(next)
    way.unshift(node)
    next = node.parent_id
  }
  return way
}

/** The last message of the newest way that goes on below a message; the message itself where nothing does. */
export function newestBelow(nodes: readonly Node[], id: string): string {
  const [above, found] = [new Set([id]), { id, position: -1 }]
  for (const node of nodes.toSorted((a, b) => a.position - b.position)) {
    if (node.parent_id === null || !above.has(node.parent_id)) continue
    above.add(node.id)
    Object.assign(found, node)
  }
  return found.id
}

/** By message the ids of all in its place, oldest first; only of those that are not alone. */
export function versionsOf(nodes: readonly Node[]): Map<string, string[]> {
  const places = Map.groupBy(nodes, node => node.parent_id)
  const several = [...places.values()].filter(place => place.length > 1)
  return new Map(
    several.flatMap(place => {
      const ids = place.toSorted((a, b) => a.position - b.position).map(node => node.id)
      return ids.map(id => [id, ids])
    })
  )
}
