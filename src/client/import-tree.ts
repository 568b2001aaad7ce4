import type { ImportedMessage } from '#client/conversation-copies.ts'
import { isRecord } from '#client/json.ts'

/** A message of a file, or a place in it where there is none that is taken. */
export type ImportNode = { id: string; parent: string | null; message: Omit<ImportedMessage, 'id' | 'parent_id'> | null }

/**
 * Brings the messages of a file into a tree of their own, whatever ids it uses: places without a message are skipped, what
 * names an unknown one or runs in a circle begins anew.
 * @param leaf the place that was shown last
 */
export function importTree(nodes: readonly ImportNode[], leaf: string | null): { messages: ImportedMessage[]; leaf_id?: string } {
  const byId = new Map(nodes.map(node => [node.id, node]))
  const kept = nodes.filter(node => byId.get(node.id) === node && node.message !== null)
  const names = new Map(kept.map(({ id }, index) => [id, `m${index}`]))
  const above = new Map(kept.map(({ id, parent }) => [id, nearest(parent, byId, id)]))
  cutCircles(above)
  const messages = kept.flatMap(({ id, message }) =>
    message === null ? [] : [{ ...message, id: names.get(id) ?? '', parent_id: names.get(above.get(id) ?? '') ?? null }]
  )
  const shown = names.get(nearest(leaf, byId, '') ?? '')
  return { messages, ...(shown !== undefined && { leaf_id: shown }) }
}

/** The first place with a message, from this one upwards. */
function nearest(from: string | null, byId: ReadonlyMap<string, ImportNode>, own: string): string | null {
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

/** Where messages come before themselves, one of them becomes a first one. */
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

/** A text as a database can keep it. */
export function cleanText(value: unknown): string {
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : ''
}

/** A positive number; nothing for anything else. */
export function numberAt(value: unknown, field: string): number | undefined {
  const found = isRecord(value) ? value[field] : undefined
  return typeof found === 'number' && Number.isFinite(found) && found >= 0 ? found : undefined
}

/** Only what is known: fields that are not there are left out. */
export function known<T extends object>(fields: { [Name in keyof T]: T[Name] | undefined }): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== '')) as Partial<T>
}
