import { ArrowUp, Square } from 'lucide-react'
import type { CSSProperties, MouseEvent, ReactNode } from 'react'
import { MAX_QUESTION } from '#core/chat.ts'
import type { Translate } from '#i18n/translate.ts'
import { ICON_PROPS } from '#ui/chat/icon.ts'
import { useComposer, type ComposerOptions } from '#ui/chat/use-composer.ts'

/** Attributes of the form and of its field. */
export type ComposerAttributes = {
  form: { id: string; action: string }
  field: { defaultValue: string; style: CSSProperties }
}

type Props = ComposerOptions & {
  placeholder: string
  /** The control that chooses the model or the tool. */
  picker: ReactNode
  /** Name of the send button; “Send” in chats by default. */
  sendName?: string
  /** Set on the studio's home page, where the form also works without a script. */
  start?: ComposerAttributes | undefined
  /** The attachments above the text. `tools` are the buttons below it. */
  tray: ReactNode
  tools: ReactNode
  onStop(): void
  t: Translate
}

/**
 * The form for a question. React does not control the text, so text typed before hydration stays.
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
    t
  } = props
  const { length, early, held, onInput, onKeyDown, onSubmit } = useComposer(props)
  const over = length - max
  return (
    <form
      {...start?.form}
      onSubmit={onSubmit}
      className="grid min-w-0 rounded-composer border border-outline bg-surface-1 outline-accent/25 transition-colors hover:border-muted has-[textarea:focus-visible]:border-accent has-[textarea:focus-visible]:outline-3"
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
      <div className="flex min-w-0 items-center gap-1 p-2">
        {picker}
        <span className="me-auto" />
        {tools}
        <Go {...props} ready={(start !== undefined || length > 0) && over <= 0 && hold === ''} />
      </div>
    </form>
  )
}

const ROUND =
  'grid size-control flex-none place-items-center rounded-full bg-accent text-on-accent hover:bg-accent-hover disabled:bg-surface-3 disabled:text-faint'

function Go(props: Props & { ready: boolean }) {
  const { field, phase, ready, hold, onStop, t, sendName = t('chat.composer.send') } = props
  const idle = phase === 'idle'
  const name = idle ? hold || sendName : t('chat.composer.stop')
  const onClick = ({ detail }: MouseEvent): void => {
    if (!idle) onStop()
    // With a mouse, the focus stays. After a key press, the text field gets it, because the button
    // changes or becomes disabled.
    if (detail === 0) field.current?.focus()
  }
  return (
    <button
      type={idle ? 'submit' : 'button'}
      disabled={idle ? !ready : phase === 'stopping'}
      title={name}
      aria-label={name}
      data-shortcut={idle ? undefined : 'stop'}
      onClick={onClick}
      className={ROUND}
    >
      {idle ? (
        <ArrowUp {...ICON_PROPS} />
      ) : (
        <Square {...ICON_PROPS} size={14} fill="currentColor" />
      )}
    </button>
  )
}
