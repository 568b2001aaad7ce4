import { useCallback } from 'react'
import type { ChatModel } from '#core/chat.ts'
import { referenceKind, supportsFileKind } from '#core/reference.ts'
import type { Translate } from '#i18n/translate.ts'
import { attachOwnFile } from '#stores/attach-own.ts'
import {
  loadLibraryChoices,
  type LibraryCursors,
  type LibrarySource,
  type LibraryWish
} from '#stores/library-choices.ts'
import { LibraryPicker } from '#ui/tool/LibraryPicker.tsx'

type Props = { model: ChatModel; draft: string; onClose(): void; t: Translate }

const IMAGES: readonly LibrarySource[] = ['image', 'upload/image']
const FILES: readonly LibrarySource[] = [...IMAGES, 'upload/text', 'upload/application']

/** Attaches a file of the user's library to a question. It offers what the chat's model reads. */
export function AttachFromLibrary({ model, draft, onClose, t }: Props) {
  const load = useCallback(
    (rest?: LibraryCursors) => loadLibraryChoices(readableFiles(model), rest),
    [model]
  )
  return (
    <LibraryPicker
      load={load}
      empty={t('chat.attach.library_empty', { model: model.label })}
      // The prompt of an upload is the name of its file.
      onPick={({ kind, url, prompt }) =>
        attachOwnFile(draft, url, kind === 'upload' ? prompt : undefined)
      }
      onClose={onClose}
      t={t}
    />
  )
}

/** Returns which files of the library a chat's model reads. */
function readableFiles(model: ChatModel): LibraryWish {
  return {
    sources: model.isFileSupported ? FILES : IMAGES,
    fits(type) {
      const kind = referenceKind(type)
      return kind !== null && supportsFileKind(model, kind)
    }
  }
}
