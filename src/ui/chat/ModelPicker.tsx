import { Search, X } from 'lucide-react'
import { useEffect, useId, useState, type KeyboardEvent } from 'react'
import type { ChatModel } from '#core/chat.ts'
import type { Translate } from '#i18n/translate.ts'
import { ModelOption } from '#ui/chat/ModelOption.tsx'
import { ICON_PROPS } from '#ui/chat/icon.ts'
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
export function ModelPicker(props: ModelPickerProps) {
  const { models, model, onModel, onClose, t } = props
  const dialog = useDialog()
  const id = useId()
  const { words, search, families, active, move } = useModelSearch(models, model)
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
    const enters = event.key === 'Enter'
    if (enters && active !== undefined) choose(active.name)
    if (enters || move(event.key)) event.preventDefault()
  }

  return (
    <dialog
      ref={dialog}
      closedby="any"
      aria-label={t('chat.models.title')}
      onClose={onClose}
      className="dialog flex-col gap-2 p-2! open:flex max-md:mb-0! max-md:w-full! max-md:max-w-full! max-md:rounded-b-none!"
    >
      <div className="flex flex-none items-center gap-1">
        <label className="relative flex flex-1 items-center">
          <Search {...ICON_PROPS} className="pointer-events-none absolute start-3 text-faint" />
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
            onChange={event => search(event.currentTarget.value)}
            onKeyDown={onKeyDown}
            className="input ps-10"
          />
        </label>
        <Close onClose={() => dialog.current?.close()} t={t} />
      </div>
      <Families {...props} id={id} families={families} active={active} onModel={choose} />
      <output className="px-3 pb-2 text-13 text-muted empty:hidden">
        {families.size === 0 && t('chat.models.none')}
      </output>
    </dialog>
  )
}

function Close({ onClose, t }: Pick<ModelPickerProps, 'onClose' | 't'>) {
  const name = t('chat.dialog.close')
  return (
    <button type="button" className="icon-button" title={name} aria-label={name} onClick={onClose}>
      <X {...ICON_PROPS} />
    </button>
  )
}

type FamiliesProps = Pick<ModelPickerProps, 'model' | 'locale' | 'onModel' | 't'> & {
  /** The prefix of the ids of the list and its options. */
  id: string
  families: ReadonlyMap<string, readonly ChatModel[]>
  /** The highlighted model. */
  active: ChatModel | undefined
}

function Families({ id, families, model, active, locale, onModel, t }: FamiliesProps) {
  return (
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
              onChoose={() => onModel(one.name)}
              t={t}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

/** Searches the models. The chosen one is highlighted first. */
function useModelSearch(
  models: readonly ChatModel[],
  model: string
): {
  words: string
  search(words: string): void
  families: ReadonlyMap<string, readonly ChatModel[]>
  /** The highlighted model. */
  active: ChatModel | undefined
  /** Moves the highlight. @returns true if the key moves it */
  move(key: string): boolean
} {
  const [words, setWords] = useState('')
  const families = Map.groupBy(searchModels(models, words), ({ family = '' }) => family)
  const found = [...families.values()].flat()
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      found.findIndex(({ name }) => name === model)
    )
  )
  return {
    words,
    search(next) {
      setWords(next)
      setAt(0)
    },
    families,
    active: found[at],
    move(key) {
      const next = moveHighlight(key, at, found.length)
      setAt(next)
      return next !== at || key.startsWith('Arrow')
    }
  }
}
