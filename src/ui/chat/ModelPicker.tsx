import { Search } from 'lucide-react'
import { useEffect, useId, useState, type KeyboardEvent } from 'react'
import type { ChatModel } from '#core/chat.ts'
import type { Translate } from '#i18n/translate.ts'
import { ModelOption } from '#ui/chat/ModelOption.tsx'
import { ICON } from '#ui/chat/icon.ts'
import { moveHighlight, searchModels } from '#ui/chat/model-search.ts'
import { useDialog } from '#ui/chat/use-dialog.ts'

export type ModelPickerProps = {
  /** The models to choose from, in display order. */
  models: readonly ChatModel[]
  /** The selected model's name. */
  model: string
  locale: string
  onModel(name: string): void
  onClose(): void
  t: Translate
}

/**
 * A dialog with all models by family and a search field. The field keeps the focus, and arrow keys
 * move through the list.
 */
export function ModelPicker({ models, model, locale, onModel, onClose, t }: ModelPickerProps) {
  const dialog = useDialog()
  const id = useId()
  const [words, setWords] = useState('')
  const families = Map.groupBy(searchModels(models, words), ({ family = '' }) => family)
  const found = [...families.values()].flat()
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      found.findIndex(({ name }) => name === model)
    )
  )
  const active = found[at]

  useEffect(() => {
    if (active !== undefined)
      document.getElementById(`${id}-${active.name}`)?.scrollIntoView({ block: 'nearest' })
  }, [active, id])

  const choose = (name: string): void => {
    onModel(name)
    dialog.current?.close()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      if (active !== undefined) choose(active.name)
      return
    }
    const next = moveHighlight(event.key, at, found.length)
    if (next === at && !event.key.startsWith('Arrow')) return
    event.preventDefault()
    setAt(next)
  }

  return (
    <dialog
      ref={dialog}
      closedby="any"
      aria-label={t('chat.models.title')}
      onClose={onClose}
      className="dialog flex-col gap-2 p-2! open:flex max-md:mb-0! max-md:w-full! max-md:max-w-full! max-md:rounded-b-none!"
    >
      <label className="relative flex flex-none items-center">
        <Search {...ICON} className="pointer-events-none absolute start-3 text-faint" />
        <input
          type="search"
          dir="auto"
          role="combobox"
          aria-label={t('chat.models.search')}
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-activedescendant={active && `${id}-${active.name}`}
          placeholder={t('chat.models.search')}
          autoComplete="off"
          value={words}
          onChange={event => {
            setWords(event.currentTarget.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
          className="input ps-10"
        />
      </label>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={t('chat.models.title')}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain"
      >
        {[...families].map(([family, each]) => (
          <div key={family} role="group" aria-label={family || t('chat.models.other')}>
            <p aria-hidden="true" className="px-3 pt-3 pb-1 text-12 text-muted">
              {family || t('chat.models.other')}
            </p>
            {each.map(one => (
              <ModelOption
                key={one.name}
                id={`${id}-${one.name}`}
                model={one}
                chosen={one.name === model}
                active={one === active}
                locale={locale}
                onChoose={() => choose(one.name)}
                t={t}
              />
            ))}
          </div>
        ))}
      </div>
      <output className="px-3 pb-2 text-13 text-muted empty:hidden">
        {found.length === 0 && t('chat.models.none')}
      </output>
    </dialog>
  )
}
