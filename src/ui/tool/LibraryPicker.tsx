import { useCallback, useEffect, useReducer, useRef } from 'react'
import type { Translate } from '#i18n/translate.ts'
import type { LibraryChoice, LibraryChoices, LibraryCursors } from '#stores/library-choices.ts'
import { useDialog } from '#ui/chat/use-dialog.ts'
import { scaledImageAddress } from '#ui/tool/picture.ts'

type Props = {
  /**
   * Loads the files that can be chosen, or with `rest` those that follow. It must stay the same
   * function while the dialog is open.
   */
  load(rest?: LibraryCursors): Promise<LibraryChoices>
  /** Says that there is nothing to choose. */
  empty: string
  onPick(item: LibraryChoice): void
  onClose(): void
  t: Translate
}

type State = LibraryChoices & { progress: 'loading' | 'failed' | 'done' }

const EMPTY: State = { items: [], rest: {}, progress: 'loading' }

/** Placeholders that show while the first items load. */
const COMING = Array.from({ length: 10 }, (_, at) => at)

/** Adds loaded items to the list, or notes that they are loading or could not be loaded. */
function addItems(state: State, found: LibraryChoices | 'loading' | 'failed'): State {
  return typeof found === 'string'
    ? { ...state, progress: found }
    : { items: [...state.items, ...found.items], rest: found.rest, progress: 'done' }
}

/**
 * Loads the items, and more of them when the user asks.
 * @returns `list` is for the element with the items
 */
function useChoices(load: Props['load']) {
  const [{ items, rest, progress }, add] = useReducer(addItems, EMPTY)
  const hasMore = Object.keys(rest).length > 0
  const list = useRef<HTMLUListElement>(null)
  const seen = useRef(0)
  const read = useCallback(
    (from?: LibraryCursors): void => void load(from).then(add, () => add('failed')),
    [load]
  )
  useEffect(() => read(), [read])
  useEffect(() => {
    // The button that loaded these items may be gone, so the focus goes on with the first of them.
    const from = seen.current
    if (from > 0 && items.length > from)
      list.current?.children[from]?.querySelector('button')?.focus()
    seen.current = 0
  }, [items])
  const loadMore = (): void => {
    if (progress === 'loading') return
    seen.current = items.length
    add('loading')
    read(hasMore ? rest : undefined)
  }
  return { items, hasMore, progress, list, loadMore }
}

/** Lists files of the user's library. Choosing one closes the dialog. */
export function LibraryPicker({ load, empty, onPick, onClose, t }: Props) {
  const dialog = useDialog()
  const { items, hasMore, progress, list, loadMore } = useChoices(load)
  const close = (): void => dialog.current?.close()
  const isEmpty = items.length === 0 && progress === 'done' && !hasMore
  return (
    <dialog
      ref={dialog}
      closedby="any"
      aria-labelledby="library-picker-title"
      onClose={onClose}
      className="dialog w-full max-w-page gap-3 p-4 open:grid"
    >
      <h2 id="library-picker-title" className="text-16">
        {t('field.library.open')}
      </h2>
      <ul
        ref={list}
        className="-m-1 grid max-h-[60dvh] grid-cols-3 gap-2 overflow-y-auto p-1 md:grid-cols-5"
      >
        {items.map(item => (
          <li key={item.id}>
            <Choice
              item={item}
              onPick={() => {
                onPick(item)
                close()
              }}
            />
          </li>
        ))}
        {items.length === 0 &&
          progress === 'loading' &&
          COMING.map(at => <li key={at} aria-hidden="true" className="skeleton aspect-square" />)}
      </ul>
      <output className="text-13 text-muted empty:hidden">
        {isEmpty ? empty : progress !== 'done' && t(`field.library.${progress}`)}
      </output>
      <div className="flex flex-wrap gap-2">
        {(hasMore || progress === 'failed') && (
          <button
            type="button"
            className="button"
            aria-disabled={progress === 'loading'}
            onClick={loadMore}
          >
            {t(progress === 'failed' ? 'field.results.retry' : 'field.library.more')}
          </button>
        )}
        <button type="button" className="button button-quiet" onClick={close}>
          {t('field.library.cancel')}
        </button>
      </div>
    </dialog>
  )
}

/** One file: its picture, or its name if it has none. */
function Choice({ item, onPick }: { item: LibraryChoice; onPick(): void }) {
  const { title, prompt, poster, type, url } = item
  const picture = type.startsWith('image/') ? url : poster
  const name = title || prompt
  return (
    <button
      type="button"
      title={name}
      aria-label={name}
      className="grid aspect-square w-full place-items-center overflow-hidden rounded-control border border-line bg-surface-2 hover:border-muted"
      onClick={onPick}
    >
      {picture === null ? (
        <span className="line-clamp-4 p-2 text-13 wrap-anywhere" dir="auto">
          {name}
        </span>
      ) : (
        <img
          src={scaledImageAddress(picture, 320)}
          alt=""
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
        />
      )}
    </button>
  )
}
