import { useEffect, useRef, useState, type RefObject } from 'react'
import type { HubInfo } from '#client/hub.ts'
import { MAX_IMPORT_COUNT } from '#client/import-file.ts'
import type { Conversation } from '#contract/conversation.ts'
import type { ChatGroupId } from '#core/chat.ts'
import { localizePath } from '#i18n/locale.ts'
import type { Translate } from '#i18n/translate.ts'
import { useImportFile } from '#islands/use-import-file.ts'
import { importConversations, findImportGroup, type ImportResult } from '#stores/importing.ts'
import { ImportDialog } from '#ui/chat/ImportDialog.tsx'

export type ChatImportProps = {
  hub: HubInfo
  /** The open group. Conversations whose model is unknown are stored here. */
  group: ChatGroupId
  plans: string
  onClose(): void
  t: Translate
}

/** Imports conversations from a file into the list, then opens the first one. */
export function ChatImport({ hub, group, plans, onClose, t }: ChatImportProps) {
  const { read, problem, take, choose } = useImportFile()
  const [done, setDone] = useState<number | null>(null)
  const [end, setEnd] = useState<ImportResult | null>(null)
  const over = useOver()

  const open = async ([first]: readonly Conversation[]): Promise<void> => {
    if (first !== undefined)
      location.assign(
        localizePath(
          `/${await findImportGroup(first, group)}/conversations/${first.id}`,
          hub.locale
        )
      )
  }
  const start = async (): Promise<void> => {
    if (read === null || read.chosen.size === 0) return
    setDone(0)
    setEnd(null)
    const chosen = read.conversations.filter((_, index) => read.chosen.has(index))
    const imports = await importConversations(chosen, {
      group,
      key: read.key,
      onProgress: setDone,
      isOver: () => over.current
    })
    if (over.current) return
    if (imports.stopped === null && imports.refused.length === 0) return open(imports.kept)
    setDone(null)
    setEnd(imports)
  }

  return (
    <ImportDialog
      entries={
        read?.conversations.map(({ title, messages }, index) => ({
          title,
          messages: messages.length,
          chosen: read.chosen.has(index)
        })) ?? null
      }
      // After a failure, the same conversations can be sent again.
      end={
        end === null || end.stopped !== null
          ? null
          : { kept: end.kept.length, refused: end.refused }
      }
      failure={end?.stopped ?? null}
      most={MAX_IMPORT_COUNT}
      onFile={file => {
        setEnd(null)
        void take(file)
      }}
      onChoose={choose}
      onImport={() => void start()}
      onOpen={() => void open(end?.kept ?? [])}
      {...{ problem, done, plans, onClose, t }}
    />
  )
}

/** Returns a ref that becomes true when the component is unmounted. */
function useOver(): RefObject<boolean> {
  const over = useRef(false)
  useEffect(() => {
    over.current = false
    return () => {
      over.current = true
    }
  }, [])
  return over
}
