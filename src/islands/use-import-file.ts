import { useState } from 'react'
import { randomKey } from '#client/call-keys.ts'
import type { ImportedConversation } from '#client/conversation-copies.ts'
import { MAX_IMPORT_COUNT, readImportFile, type UnreadableReason } from '#client/import-file.ts'

/**
 * The conversations in a file, the indexes of the selected ones, and the idempotency key with which
 * they are imported.
 */
type Read = {
  conversations: readonly ImportedConversation[]
  chosen: ReadonlySet<number>
  key: string
}

type ImportFile = {
  /** Null until the user picks a file that can be read. */
  read: Read | null
  /** Why the file could not be read. */
  problem: UnreadableReason | null
  take(file: File): Promise<void>
  choose(index: number, isChosen: boolean): void
}

/** Reads a file of conversations and lets the user select some. The first ones are selected. */
export function useImportFile(): ImportFile {
  const [read, setRead] = useState<Read | null>(null)
  const [problem, setProblem] = useState<UnreadableReason | null>(null)
  return {
    read,
    problem,
    async take(file) {
      const found = await readImportFile(file)
      const readable = typeof found !== 'string'
      setProblem(readable ? null : found)
      setRead(readable ? { conversations: found, chosen: firstOf(found), key: randomKey() } : null)
    },
    choose(index, isChosen) {
      if (read === null) return
      const chosen = new Set(read.chosen)
      if (isChosen) chosen.add(index)
      else chosen.delete(index)
      setRead({ ...read, chosen, key: randomKey() })
    }
  }
}

function firstOf(conversations: readonly unknown[]): Set<number> {
  return new Set(conversations.keys().take(MAX_IMPORT_COUNT))
}
