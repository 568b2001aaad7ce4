type Previews = Pick<typeof import('#islands/hover-previews.ts'), 'previewVideo'>

/**
 * Plays a video with controls while the mouse is over it, unless it is in a form or in the viewer.
 * The code for that loads with the first such video. This script imports no module, since browsers
 * then get it within the page.
 * @param load loads the script of the previews from its address
 */
export function previewOnHover(
  root: Document,
  load = (address: string): Promise<Previews> => import(/* @vite-ignore */ address)
): void {
  const { previewsScript } =
    root.querySelector<HTMLElement>('[data-previews-script]')?.dataset ?? {}
  if (previewsScript === undefined) return
  let over: EventTarget | null = null
  root.addEventListener('pointerover', event => {
    if (event.pointerType !== 'mouse' || event.target === over) return
    over = event.target
    if (!(over instanceof HTMLVideoElement) || !over.controls || over.closest('form, dialog'))
      return
    const video = over
    // Browsers keep a loaded script.
    load(previewsScript).then(
      ({ previewVideo }) => over === video && previewVideo(video),
      () => undefined
    )
  })
}
