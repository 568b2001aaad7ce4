import { useStore } from '@nanostores/react'
import { useEffect, useState, type ReactNode } from 'react'
import { fetchLineage } from '#client/library.ts'
import { pageHub } from '#client/page-hub.ts'
import type { LibraryItem, LibraryLineage } from '#contract/library.ts'
import { taskPath } from '#core/task-path.ts'
import { localizePath } from '#i18n/locale.ts'
import type { Translate } from '#i18n/translate.ts'
import { $ratings, loadRatings, ratingKey } from '#stores/ratings.ts'
import { withUserToken } from '#stores/renewal.ts'
import { scaledImageAddress } from '#ui/tool/picture.ts'
import type { View, Viewable } from '#ui/viewer/view-list.ts'

type Shown<T extends Viewable> = { views: readonly T[]; show(view: T): void }

type Props<T extends Viewable> = Shown<T> & {
  /** The id of the item of the library. */
  id: string
  t: Translate
}

type ResultProps = Omit<Props<View>, 'id'> & { view: View }

/** Shows the relatives of a result, if it is in the library. */
export function ResultRelatives({ view: { task, address }, ...shown }: ResultProps) {
  const id = useStore($ratings)[ratingKey(address)]?.id
  useEffect(() => void loadRatings(task.id), [task.id])
  return id === undefined ? null : <Relatives id={id} {...shown} />
}

/** Shows what an item was made from, and what was made from it, by any tool. */
export function Relatives<T extends Viewable>({ id, views, show, t }: Props<T>) {
  const lineage = useLineage(id)
  if (lineage === null) return null
  const shared = { views, show }
  return (
    <>
      <RelativeList title={t('field.view.sources')} items={lineage.parents} {...shared} />
      <RelativeList title={t('field.view.made')} items={lineage.children} {...shared} />
    </>
  )
}

/** Loads the relatives of an item; null until then. */
function useLineage(id: string): LibraryLineage | null {
  const [found, setFound] = useState<{ id: string; lineage: LibraryLineage } | null>(null)
  useEffect(() => {
    let isShown = true
    const request = withUserToken(token => fetchLineage(token, id))
    // Without an answer, only the relatives are missing.
    void request.then(
      lineage => isShown && setFound({ id, lineage }),
      () => undefined
    )
    return () => {
      isShown = false
    }
  }, [id])
  return found !== null && found.id === id ? found.lineage : null
}

type ListProps<T extends Viewable> = Shown<T> & { title: string; items: readonly LibraryItem[] }

function RelativeList<T extends Viewable>({ title, items, views, show }: ListProps<T>) {
  if (items.length === 0) return null
  return (
    <section className="grid gap-2" aria-label={title}>
      <h3 className="text-13 font-medium">{title}</h3>
      <ul className="flex flex-wrap gap-2">
        {items.map(item => (
          <li key={item.id}>
            <Relative item={item} view={views.find(each => isSame(each, item))} show={show}>
              <Thumbnail item={item} name={item.title || item.prompt || item.text || title} />
            </Relative>
          </li>
        ))}
      </ul>
    </section>
  )
}

function isSame({ address }: Viewable, { url }: LibraryItem): boolean {
  return url !== null && ratingKey(address) === ratingKey(url)
}

type RelativeProps<T extends Viewable> = Pick<Shown<T>, 'show'> & {
  item: LibraryItem
  /** The item among the results of the page, if it is there. */
  view: T | undefined
  children: ReactNode
}

/** Opens an item of the page in the viewer, another one on its tool's page, an upload in a tab. */
function Relative<T extends Viewable>(props: RelativeProps<T>) {
  const { item, view, show, children } = props
  const { url, service, task_id } = item
  const className = 'block rounded-control'
  if (view !== undefined)
    return (
      <button type="button" className={className} onClick={() => show(view)}>
        {children}
      </button>
    )
  if (service === null || task_id === null)
    return (
      <a className={className} href={url ?? ''} target="_blank" rel="noreferrer">
        {children}
      </a>
    )
  return (
    <a className={className} href={localizePath(taskPath(service, task_id), pageHub().locale)}>
      {children}
    </a>
  )
}

const SMALL = 'size-16 rounded-control bg-surface-3 object-cover'

/** A small picture of an item; its name, if it has no picture. */
function Thumbnail({ item: { type, url, poster }, name }: { item: LibraryItem; name: string }) {
  const picture = type?.startsWith('image/') ? url : poster
  if (picture !== null)
    return <img src={scaledImageAddress(picture, 320)} alt={name} title={name} className={SMALL} />
  return (
    <span className={`${SMALL} grid place-items-center p-1.5 text-12`}>
      <span dir="auto" className="line-clamp-3">
        {name}
      </span>
    </span>
  )
}
