import type { Strings } from '#i18n/translate.ts'

type Viewer = Pick<typeof import('#islands/file-viewer.tsx'), 'openFileViewer'>

/**
 * Opens links with `data-view` in the viewer, which loads with the first click. A click that asks
 * for another tab or a download stays with the browser, and every click if the viewer cannot be
 * loaded.
 * @param load loads the viewer
 */
export function improveViewLinks(
  root: Document,
  load = (): Promise<Viewer> => import('#islands/file-viewer.tsx')
): void {
  const strings = root.querySelector<HTMLElement>('[data-viewer-strings]')
  if (strings === null) return
  root.addEventListener('click', event => {
    const link =
      event.target instanceof Element
        ? event.target.closest<HTMLAnchorElement>('a[data-view]')
        : null
    if (link === null || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    const words = JSON.parse(strings.dataset['viewerStrings'] ?? '') as Strings
    load().then(
      ({ openFileViewer }) => openFileViewer(link, words),
      () => location.assign(link.href)
    )
  })
}
