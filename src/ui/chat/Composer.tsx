import { ArrowUp, Square } from 'lucide-react'
import {
  useEffect,
  useState,
  type CSSProperties,
  type FormEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject
} from 'react'
import { MAX_QUESTION } from '#core/chat.ts'
import type { Translate } from '#i18n/translate.ts'
import { $held } from '#stores/enter.ts'
import { usePersisted } from '#stores/persisted.ts'
import { sends } from '#ui/chat/enter.ts'
import { ICON } from '#ui/chat/icon.ts'
import { fitHeight, writeInto } from '#ui/chat/text-field.ts'

/** Attributes of the form and of its field. Pressing the button of an empty form does no harm. */
export type Start = {
  form: { id: string; action: string }
  field: { defaultValue: string; style: CSSProperties }
}

type Props = {
  field: RefObject<HTMLTextAreaElement | null>
  placeholder: string
  /** The choice of the model or the tool. */
  picker: ReactNode
  /** The longest text, in characters; that of a question by default. */
  max?: number
  /** Name of the button that sends; that of a question by default. */
  sendName?: string
  /** Makes the form work without a script, for the studio home. */
  start?: Start | undefined
  phase: 'idle' | 'asking' | 'answering' | 'stopping'
  /** The question's attachments, and the buttons beside the text. */
  tray: ReactNode
  tools: ReactNode
  /** Why sending is not possible now; empty when it is. */
  hold: string
  /** Returns the text that was not sent last time. */
  readDraft(): string
  onDraft(text: string): void
  /** Called when the user starts to write. */
  onFocus(): void
  /** @returns whether the server accepted the text; if not, the field shows it again */
  onSend(text: string): Promise<boolean>
  onStop(): void
  t: Translate
}

/**
 * The form for a question. The browser owns the text, so that text typed before hydration stays.
 */
export function Composer(props: Props) {
  const {
    field,
    placeholder,
    picker,
    max = MAX_QUESTION,
    start,
    phase,
    tray,
    tools,
    hold,
    readDraft,
    onDraft,
    onFocus,
    onSend,
    t
  } = props
  const [length, setLength] = useState(0)
  /** The user tried to send while an answer was being written. */
  const [early, setEarly] = useState(false)
  const held = usePersisted($held, false)
  const over = length - max

  useEffect(() => {
    const area = field.current
    if (area === null) return
    const draft = area.value === '' ? readDraft() : ''
    if (area.value !== '' || draft !== '') writeInto(area, area.value || draft)
    if (draft !== '') area.focus()
  }, [field, readDraft])

  const onInput = (area: HTMLTextAreaElement): void => {
    setLength(area.value.trim().length)
    fitHeight(area)
    onDraft(area.value)
  }
  const send = async (): Promise<void> => {
    const area = field.current
    const text = area?.value.trim() ?? ''
    setEarly(phase !== 'idle')
    if (text === '') area?.focus()
    if (area === null || phase !== 'idle' || hold !== '' || text === '' || text.length > max) return
    clear(area)
    setLength(0)
    const taken = await onSend(text)
    if (!taken && area.value === '') writeInto(area, text)
  }
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    // React also delivers submit events of dialogs that this form's buttons open.
    if (event.target === event.currentTarget) void send()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!sends(event.nativeEvent, held)) return
    event.preventDefault()
    void send()
  }

  return (
    <form
      {...start?.form}
      onSubmit={onSubmit}
      className="grid grid-cols-[minmax(0,1fr)] rounded-composer border border-outline bg-surface-1 outline-accent/25 transition-colors hover:border-muted has-[textarea:focus-visible]:border-accent has-[textarea:focus-visible]:outline-3"
    >
      {tray}
      <textarea
        ref={field}
        name="question"
        rows={1}
        {...start?.field}
        dir="auto"
        enterKeyHint={held ? 'enter' : 'send'}
        aria-label={t('chat.composer.label')}
        aria-invalid={over > 0}
        placeholder={placeholder}
        onInput={event => onInput(event.currentTarget)}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
        className="field-sizing-content max-h-[40dvh] min-h-14 w-full resize-none overflow-y-auto bg-transparent px-4 pt-4 pb-2 text-16 leading-normal outline-none"
      />
      <output className="px-4 text-12 text-muted empty:hidden">
        {over > 0
          ? t('chat.composer.too_long', { count: over })
          : early && phase !== 'idle'
            ? t('chat.composer.busy')
            : hold}
      </output>
      <div className="flex items-center gap-1 p-2">
        {picker}
        <span className="me-auto" />
        {tools}
        <Go {...props} ready={(start !== undefined || length > 0) && over <= 0 && hold === ''} />
      </div>
    </form>
  )
}

/**
 * Clears the field without an input event, because the draft must stay stored until the server has
 * the question.
 */
function clear(area: HTMLTextAreaElement): void {
  area.value = ''
  fitHeight(area)
}

const ROUND =
  'grid size-control flex-none place-items-center rounded-full bg-accent text-on-accent hover:bg-accent-hover disabled:bg-surface-3 disabled:text-faint'

function Go({
  field,
  phase,
  ready,
  hold,
  onStop,
  t,
  sendName = t('chat.composer.send')
}: Props & { ready: boolean }) {
  const idle = phase === 'idle'
  const name = idle ? hold || sendName : t('chat.composer.stop')
  const onClick = ({ detail }: MouseEvent): void => {
    if (!idle) onStop()
    // After a key press, the button may change or become disabled, so the text field gets the focus.
    if (detail === 0) field.current?.focus()
  }
  return (
    <button
      type={idle ? 'submit' : 'button'}
      disabled={idle ? !ready : phase === 'stopping'}
      title={name}
      aria-label={name}
      onClick={onClick}
      className={ROUND}
    >
      {idle ? <ArrowUp {...ICON} /> : <Square {...ICON} size={14} fill="currentColor" />}
    </button>
  )
}
