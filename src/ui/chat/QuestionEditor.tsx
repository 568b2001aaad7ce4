import {
  useEffect,
  useId,
  useRef,
  useState,
  type FormEvent,
  type KeyboardEvent,
  type RefObject
} from 'react'
import { MAX_QUESTION } from '#core/chat.ts'
import type { Translate } from '#i18n/translate.ts'
import { fitHeight } from '#ui/chat/text-field.ts'

type Props = {
  text: string
  sends(event: globalThis.KeyboardEvent): boolean
  /** @returns whether the server accepted it; if not, the text stays to be sent again */
  onSend(question: string, onTaken: () => void): Promise<boolean>
  onClose(): void
  t: Translate
}

/** Edits a question in place. Escape keeps the old text. */
export function QuestionEditor({ text, sends, onSend, onClose, t }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const [length, setLength] = useState(text.length)
  const [busy, setBusy] = useState(false)
  const hint = useId()
  const over = length - MAX_QUESTION
  const ready = !busy && over <= 0 && length > 0
  useOwnFocus(form, field)

  const send = async (): Promise<void> => {
    if (!ready) return
    setBusy(true)
    await onSend(field.current?.value.trim() ?? '', onClose)
    setBusy(false)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void send()
  }
  const press = (event: KeyboardEvent): void => {
    const escapes = event.key === 'Escape' && !event.nativeEvent.isComposing
    if (!escapes && !sends(event.nativeEvent)) return
    event.preventDefault()
    event.stopPropagation()
    if (escapes) onClose()
    else void send()
  }
  return (
    <form
      ref={form}
      onSubmit={submit}
      className="grid w-full gap-2 rounded-composer border border-outline bg-surface-1 p-2 outline-accent/25 has-[textarea:focus-visible]:border-accent has-[textarea:focus-visible]:outline-3"
    >
      <textarea
        ref={field}
        dir="auto"
        placeholder=" "
        rows={1}
        defaultValue={text}
        readOnly={busy}
        enterKeyHint="send"
        aria-label={t('chat.edit.label')}
        aria-describedby={hint}
        aria-invalid={over > 0}
        onInput={({ currentTarget }) => {
          setLength(currentTarget.value.trim().length)
          fitHeight(currentTarget)
        }}
        onKeyDown={press}
        className="field-sizing-content max-h-[40dvh] min-h-14 w-full resize-none overflow-y-auto rounded-control bg-transparent px-2 pt-2 text-16 leading-normal outline-none"
      />
      <EditorFoot hint={hint} over={over} ready={ready} onClose={onClose} t={t} />
    </form>
  )
}

/**
 * Focuses the field and scrolls to it. On close, the focus returns to the edit button, unless
 * another element has it.
 */
function useOwnFocus(
  form: RefObject<HTMLFormElement | null>,
  field: RefObject<HTMLTextAreaElement | null>
): void {
  useEffect(() => {
    const place = form.current?.closest('article')
    if (field.current !== null) beginAtEnd(field.current)
    // Wait for the conversation, which may first scroll to its own end.
    const frame = requestAnimationFrame(() =>
      setTimeout(() => place?.scrollIntoView({ block: 'nearest' }))
    )
    return () => {
      cancelAnimationFrame(frame)
      if (document.activeElement === document.body)
        place?.querySelector<HTMLElement>('[data-edit]')?.focus()
    }
  }, [form, field])
}

type FootProps = { hint: string; over: number; ready: boolean } & Pick<Props, 'onClose' | 't'>

/** The lower part of the editor: a hint or the reason why it cannot be sent, and the buttons. */
function EditorFoot({ hint, over, ready, onClose, t }: FootProps) {
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      <p
        id={hint}
        className={`me-auto px-2 text-12 max-md:basis-full ${over > 0 ? 'text-bad' : 'text-faint'}`}
      >
        {over > 0 ? t('chat.composer.too_long', { count: over }) : t('chat.edit.hint')}
      </p>
      <button type="button" className="button" onClick={onClose}>
        {t('chat.edit.cancel')}
      </button>
      <button type="submit" className="button button-primary" aria-disabled={!ready}>
        {t('chat.edit.send')}
      </button>
    </div>
  )
}

function beginAtEnd(field: HTMLTextAreaElement): void {
  fitHeight(field)
  field.focus()
  field.setSelectionRange(field.value.length, field.value.length)
}
