import { useId, useState, type KeyboardEvent } from 'react'
import type { Translate } from '#i18n/translate.ts'
import { moveHighlight } from '#ui/chat/model-search.ts'
import { focusOnMount } from '#ui/presets/focus-on-mount.ts'

type Props = {
  /** The newest first. */
  prompts: readonly string[]
  onChoose(prompt: string): void
  t: Translate
}

/** Earlier prompts with a search. Arrow keys move through the list, and Enter chooses. */
export function PromptList({ prompts, onChoose, t }: Props) {
  const id = useId()
  const [words, setWords] = useState('')
  const [at, setAt] = useState(0)
  const found = matchingPrompts(prompts, words)
  if (prompts.length === 0)
    return <p className="px-2.5 pb-2 text-13 text-muted">{t('preset.prompts.empty')}</p>
  const onKey = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return
    const chosen = found[at]
    const next = moveHighlight(event.key, at, found.length)
    if (event.key === 'Enter' || next !== at) event.preventDefault()
    if (event.key === 'Enter' && chosen !== undefined) onChoose(chosen)
    setAt(next)
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <div className="grid gap-2">
      <input
        type="search"
        role="combobox"
        className="input"
        dir="auto"
        ref={focusOnMount}
        autoComplete="off"
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={found.length > 0 ? `${id}-${at}` : undefined}
        aria-label={t('preset.prompts.search')}
        placeholder={t('preset.prompts.search')}
        value={words}
        onChange={event => {
          setWords(event.currentTarget.value)
          setAt(0)
        }}
        onKeyDown={onKey}
      />
      <div id={`${id}-list`} role="listbox" aria-label={t('preset.prompts.title')}>
        {found.map((prompt, index) => (
          <PromptOption
            key={prompt}
            id={`${id}-${index}`}
            prompt={prompt}
            isActive={index === at}
            onActive={() => setAt(index)}
            onChoose={onChoose}
          />
        ))}
      </div>
      <output className="px-2.5 text-13 text-muted empty:hidden">
        {found.length === 0 && t('preset.prompts.none')}
      </output>
    </div>
  )
}

type OptionProps = {
  id: string
  prompt: string
  isActive: boolean
  onActive(): void
  onChoose(prompt: string): void
}

function PromptOption({ id, prompt, isActive, onActive, onChoose }: OptionProps) {
  return (
    <button
      type="button"
      id={id}
      role="option"
      aria-selected={isActive}
      className={`menu-item cursor-pointer ${isActive ? 'bg-surface-3' : ''}`}
      tabIndex={-1}
      // The search field keeps the focus, because it handles the keys.
      onMouseDown={event => event.preventDefault()}
      onPointerMove={() => !isActive && onActive()}
      onClick={() => onChoose(prompt)}
    >
      <span className="line-clamp-3 min-w-0 wrap-anywhere" dir="auto">
        {prompt}
      </span>
    </button>
  )
}

/** Returns the prompts that contain all typed words. */
function matchingPrompts(prompts: readonly string[], words: string): string[] {
  const wanted = words.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  return prompts.filter(prompt => {
    const text = prompt.toLocaleLowerCase()
    return wanted.every(word => text.includes(word))
  })
}
