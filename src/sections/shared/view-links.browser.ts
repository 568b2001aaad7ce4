import type { Strings } from '#i18n/translate.ts'

type Viewer = Pick<typeof import('#islands/file-viewer.tsx'), 'openFileViewer'>

/**
 * Opens links with `data-view` in the viewer, which loads with the first click. A click that asks
 * for another tab or a download stays with the browser, and every click if the viewer cannot be
 * loaded. This script imports no module, since browsers then get it within the page.
 * @param load loads the script of the viewer from its address
 */
export function improveViewLinks(
  root: Document,
  load = (address: string): Promise<Viewer> => import(/* @vite-ignore */ address)
): void {
  const { viewerScript, viewerStrings } =
    root.querySelector<HTMLElement>('[data-viewer-script]')?.dataset ?? {}
  if (viewerScript === undefined || viewerStrings === undefined) return
  root.addEventListener('click', event => {
    const link =
      event.target instanceof Element
        ? event.target.closest<HTMLAnchorElement>('a[data-view]')
        : null
    if (link === null || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    const words = JSON.parse(viewerStrings) as Strings
    load(viewerScript).then(
      ({ openFileViewer }) => openFileViewer(link, words),
      () => location.assign(link.href)
    )
  })
}
