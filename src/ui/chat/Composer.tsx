import { ArrowUp, Square } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { MAX_QUESTION, type ChatModel } from '#core/chat.ts'
import type { Translate } from '#i18n/translate.ts'
import { ICON } from '#ui/chat/icon.ts'
import { ModelSelect } from '#ui/chat/ModelSelect.tsx'
import { useComposer, type ComposerOptions } from '#ui/chat/use-composer.ts'

type Props = ComposerOptions & {
  placeholder: string
  models: readonly ChatModel[]
  model: string
  locale: string
  /** The question's attachments, and the buttons beside the text. */
  tray: ReactNode
  tools: ReactNode
  /** Called when the user starts to write. */
  onFocus(): void
  onModel(name: string): void
  onStop(): void
  t: Translate
}

/**
 * The form for a question. The browser owns the text, so that text typed before hydration stays.
 */
export function Composer(props: Props) {
  const { field, placeholder, models, model, locale, phase, tray, tools, hold, t } = props
  const { length, early, held, onInput, onKeyDown, onSubmit } = useComposer(props)
  const over = length - MAX_QUESTION
  return (
    <form
      onSubmit={onSubmit}
      className="grid rounded-composer border border-outline bg-surface-1 outline-accent/25 transition-colors hover:border-muted has-[textarea:focus-visible]:border-accent has-[textarea:focus-visible]:outline-3"
    >
      {tray}
      <textarea
        ref={field}
        name="question"
        rows={1}
        dir="auto"
        enterKeyHint={held ? 'enter' : 'send'}
        aria-label={t('chat.composer.label')}
        aria-invalid={over > 0}
        placeholder={placeholder}
        onInput={event => onInput(event.currentTarget)}
        onFocus={props.onFocus}
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
        <ModelSelect models={models} model={model} locale={locale} onModel={props.onModel} t={t} />
        <span className="me-auto" />
        {tools}
        <Go {...props} ready={length > 0 && over <= 0 && hold === ''} />
      </div>
    </form>
  )
}

const ROUND =
  'grid size-control flex-none place-items-center rounded-full bg-accent text-on-accent hover:bg-accent-hover disabled:bg-surface-3 disabled:text-faint'

function Go({ field, phase, ready, hold, onStop, t }: Props & { ready: boolean }) {
  const name = phase === 'idle' ? hold || t('chat.composer.send') : t('chat.composer.stop')
  // After a key press, the button may change or become disabled, so the text field gets the focus.
  const moveFocus = ({ detail }: MouseEvent): void => {
    if (detail === 0) field.current?.focus()
  }
  if (phase === 'idle') {
    return (
      <button
        type="submit"
        disabled={!ready}
        title={name}
        aria-label={name}
        onClick={moveFocus}
        className={ROUND}
      >
        <ArrowUp {...ICON} />
      </button>
    )
  }
  const onClick = (event: MouseEvent): void => {
    onStop()
    moveFocus(event)
  }
  return (
    <button
      type="button"
      disabled={phase === 'stopping'}
      title={name}
      aria-label={name}
      onClick={onClick}
      className={ROUND}
    >
      <Square {...ICON} size={14} fill="currentColor" />
    </button>
  )
}
