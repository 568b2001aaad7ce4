import { useEffect, useState, type FormEvent, type KeyboardEvent, type RefObject } from 'react'
import { MAX_QUESTION } from '#core/chat.ts'
import { $modifierEnter } from '#stores/enter.ts'
import { usePersisted } from '#stores/persisted.ts'
import { isSendKey } from '#ui/chat/enter.ts'
import { fitHeight, setFieldText } from '#ui/chat/text-field.ts'

export type ComposerOptions = {
  field: RefObject<HTMLTextAreaElement | null>
  phase: 'idle' | 'asking' | 'answering' | 'stopping'
  /** The longest text, in characters; that of a question by default. */
  max?: number
  /** The reason why the text cannot be sent now; empty if it can. */
  hold: string
  /** Returns the text that was not sent last time. */
  readDraft(): string
  onDraft(text: string): void
  /** @returns whether the server accepted the text; if not, the field shows it again */
  onSend(text: string): Promise<boolean>
}

type ComposerState = {
  /** The number of characters in the field, without spaces at its ends. */
  length: number
  /** True if the user tried to send while an answer was being written. */
  early: boolean
  /** True if Enter alone begins a new line. */
  held: boolean
  onInput(area: HTMLTextAreaElement): void
  onSubmit(event: FormEvent): void
  onKeyDown(event: KeyboardEvent): void
}

/** Keeps the text of a composer: restores its draft, saves it, and sends it. */
export function useComposer(options: ComposerOptions): ComposerState {
  const { field, phase, max = MAX_QUESTION, hold, readDraft, onDraft, onSend } = options
  const [length, setLength] = useState(0)
  const [early, setEarly] = useState(false)
  const held = usePersisted($modifierEnter, false)
  useEffect(() => {
    const area = field.current
    if (area === null) return
    const draft = area.value === '' ? readDraft() : ''
    if (area.value !== '' || draft !== '') setFieldText(area, area.value || draft)
    if (draft !== '') area.focus()
  }, [field, readDraft])

  const send = async (): Promise<void> => {
    const area = field.current
    const text = area?.value.trim() ?? ''
    setEarly(phase !== 'idle')
    if (text === '') area?.focus()
    if (area === null || phase !== 'idle' || hold !== '' || text === '' || text.length > max) return
    clear(area)
    setLength(0)
    const taken = await onSend(text)
    if (!taken && area.value === '') setFieldText(area, text)
  }
  return {
    length,
    early,
    held,
    onInput(area) {
      setLength(area.value.trim().length)
      fitHeight(area)
      onDraft(area.value)
    },
    onSubmit(event) {
      event.preventDefault()
      // React also delivers submit events of dialogs that this form's buttons open.
      if (event.target === event.currentTarget) void send()
    },
    onKeyDown(event) {
      if (!isSendKey(event.nativeEvent, held)) return
      event.preventDefault()
      void send()
    }
  }
}

/**
 * Clears the field without an input event, because the draft must stay stored until the server has
 * the question.
 */
function clear(area: HTMLTextAreaElement): void {
  area.value = ''
  fitHeight(area)
}
