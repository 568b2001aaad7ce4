import type { ImportedMessage } from '#client/conversation-copies.ts'
import { isJsonRecord } from '#client/json.ts'

/** A node of an imported file: a message, or null for a node without an importable message. */
export type ImportNode = {
  id: string
  parent: string | null
  message: Omit<ImportedMessage, 'id' | 'parent_id'> | null
}

/**
 * Builds a tree of messages with new ids, whatever ids the file uses. Nodes without a message are
 * skipped. A message whose parent is unknown, or that is in a cycle, becomes a first message.
 * @param leaf the node that was shown last
 */
export function importTree(
  nodes: readonly ImportNode[],
  leaf: string | null
): { messages: ImportedMessage[]; leaf_id?: string } {
  const byId = new Map(nodes.map(node => [node.id, node]))
  const kept = nodes.filter(node => byId.get(node.id) === node && node.message !== null)
  const names = new Map(kept.map(({ id }, index) => [id, `m${index}`]))
  const above = new Map(kept.map(({ id, parent }) => [id, nearest(parent, byId, id)]))
  cutCircles(above)
  const messages = kept.flatMap(({ id, message }) =>
    message === null
      ? []
      : [{ ...message, id: names.get(id) ?? '', parent_id: names.get(above.get(id) ?? '') ?? null }]
  )
  const shown = names.get(nearest(leaf, byId, '') ?? '')
  return { messages, ...(shown !== undefined && { leaf_id: shown }) }
}

/** Finds the nearest node with a message, from this one upwards. */
function nearest(
  from: string | null,
  byId: ReadonlyMap<string, ImportNode>,
  own: string
): string | null {
  const seen = new Set([own])
  let id = from
  while (id !== null && !seen.has(id)) {
    const node = byId.get(id)
    if (node === undefined) return null
    if (node.message !== null) return id
    seen.add(id)
    id = node.parent
  }
  return null
}

/** Breaks each cycle by making one of its messages a first message. */
function cutCircles(above: Map<string, string | null>): void {
  const done = new Set<string>()
  for (const start of above.keys()) {
    const seen = new Set<string>()
    let id: string | null = start
    while (id !== null && !done.has(id)) {
      seen.add(id)
      const next: string | null = above.get(id) ?? null
      if (next !== null && seen.has(next)) above.set(id, null)
      id = above.get(id) ?? null
    }
    for (const each of seen) done.add(each)
  }
}

/** Returns a text that a database can store. */
export function cleanText(value: unknown): string {
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : ''
}

/** Returns a finite number that is not negative; undefined for anything else. */
export function numberAt(value: unknown, field: string): number | undefined {
  const found = isJsonRecord(value) ? value[field] : undefined
  return typeof found === 'number' && Number.isFinite(found) && found >= 0 ? found : undefined
}

/** Leaves out fields that are undefined or empty. */
export function omitEmptyFields<T extends object>(fields: {
  [Name in keyof T]: T[Name] | undefined
}): Partial<T> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== '')
  ) as Partial<T>
}
