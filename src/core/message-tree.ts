/** The place of a message in the tree of a conversation. */
export type MessageNode = { id: string; parent_id: string | null; position: number }

/**
 * Returns the branch from the beginning to a message, including it. It is empty for null or an
 * unknown message.
 */
export function messageBranch<N extends Pick<MessageNode, 'id' | 'parent_id'>>(
  nodes: readonly N[],
  id: string | null
): N[] {
  const known = new Map(nodes.map(node => [node.id, node]))
  const way: N[] = []
  // Visited messages are removed. A row whose parent comes later then ends the branch instead of
  // looping.
  for (let next = id; next !== null;) {
    const node = known.get(next)
    if (node === undefined) break
    known.delete(next)
    way.unshift(node)
    next = node.parent_id
  }
  return way
}

/**
 * Returns the last message of the newest branch below a message, or the message itself if none
 * follows.
 */
export function newestDescendant(nodes: readonly MessageNode[], id: string): string {
  const [above, found] = [new Set([id]), { id, position: -1 }]
  for (const node of nodes.toSorted((a, b) => a.position - b.position)) {
    if (node.parent_id === null || !above.has(node.parent_id)) continue
    above.add(node.id)
    Object.assign(found, node)
  }
  return found.id
}

/** Maps each message that has other versions to the ids of all its versions, oldest first. */
export function messageVersions(nodes: readonly MessageNode[]): Map<string, string[]> {
  const places = Map.groupBy(nodes, node => node.parent_id)
  const several = [...places.values()].filter(place => place.length > 1)
  return new Map(
    several.flatMap(place => {
      const ids = place.toSorted((a, b) => a.position - b.position).map(node => node.id)
      return ids.map(id => [id, ids])
    })
  )
}
