import { createRoot } from 'react-dom/client'
import { requestJson } from '#client/call.ts'
import { downloadName } from '#client/download-name.ts'
import { pageHub } from '#client/page-hub.ts'
import { localizePath } from '#i18n/locale.ts'
import { createTranslate, type Strings, type Translate } from '#i18n/translate.ts'
import { $ratings, addRating, ratingKey } from '#stores/ratings.ts'
import { FileViewer, type ViewedFile } from '#ui/viewer/FileViewer.tsx'
import type { LoadRun } from '#ui/viewer/run-details.ts'

/** Longest wait for the details of a run, in milliseconds. */
const LONGEST_WAIT = 30_000

/**
 * Opens the viewer over the page, with the file of a link and all others of the page that a link
 * with `data-view` leads to. When it closes, the link of the file that was shown last has the
 * focus.
 * @param strings the strings of the viewer
 */
export function openFileViewer(link: HTMLElement, strings: Strings): void {
  const links = [...document.querySelectorAll<HTMLElement>('[data-view]')].filter(
    each => each.closest('[hidden]') === null
  )
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const locale = document.documentElement.lang
  const t = createTranslate(strings, locale)
  const forget = shareRatings(links, t)
  root.render(
    <FileViewer
      start={link.dataset['view'] ?? ''}
      files={links.map(each => readFile(each, t))}
      loadRun={loadRun}
      onClose={last => {
        forget()
        root.unmount()
        place.remove()
        links.find(each => each.dataset['view'] === last)?.focus()
      }}
      locale={locale}
      t={t}
    />
  )
}

const loadRun: LoadRun = (run, signal) =>
  requestJson(`${localizePath('/run-details', pageHub().locale)}?${new URLSearchParams(run)}`, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(LONGEST_WAIT)])
  })

/** The stars of an item on its tile. */
function ratingBadge(link: HTMLElement): HTMLElement | null {
  return link.querySelector<HTMLElement>('[data-rating]')
}

/**
 * Gives the viewer the ratings of the tiles, and tells the tiles which of them change (`rated`).
 * @returns a function that stops it
 */
function shareRatings(links: readonly HTMLElement[], t: Translate): () => void {
  const badges = links.flatMap(link => {
    const badge = ratingBadge(link)
    const { view: id = '', file = '' } = link.dataset
    return badge === null || file === '' ? [] : [{ badge, id, file }]
  })
  for (const { badge, id, file } of badges)
    addRating(file, { id, rating: Number(badge.dataset['rating']) })
  return $ratings.listen(ratings => {
    for (const { badge, file } of badges) {
      const rating = ratings[ratingKey(file)]?.rating ?? 0
      if (String(rating) === badge.dataset['rating']) continue
      const detail = { rating, label: t('field.rating.stars', { number: rating }) }
      badge.dispatchEvent(new CustomEvent('rated', { bubbles: true, detail }))
    }
  })
}

/** Reads a file from the attributes of its link and from the other controls of its tile. */
function readFile(link: HTMLElement, t: Translate): ViewedFile {
  const { view: id = '', file: address = '', words = '', title = '', facts = '' } = link.dataset
  const { medium, cover = '', tool = '', service = '', task = '' } = link.dataset
  const as = medium === 'video' || medium === 'audio' ? medium : 'image'
  const tile = link.closest('li')
  const sent = tile?.querySelector<HTMLAnchorElement>('[data-send]')?.href
  return {
    id,
    as,
    address,
    picture: as === 'image' ? address : cover,
    prompt: words,
    title,
    facts,
    name: downloadName({ service: tool, prompt: words, task: id, index: 0, address, as }),
    links: [
      ...(tool === ''
        ? []
        : [{ address: link.getAttribute('href') ?? '', text: t('library.open', { tool }) }]),
      ...(sent === undefined ? [] : [{ address: sent, text: t('field.view.send') }])
    ],
    star: tile?.querySelector<HTMLElement>('[name=favourite]') ?? null,
    song: tile?.querySelector<HTMLElement>('[data-song]') ?? null,
    own: ratingBadge(link) !== null,
    run: service === '' || task === '' ? null : { service, task, file: address }
  }
}
