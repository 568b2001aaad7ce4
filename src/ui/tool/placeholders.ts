/**
 * Removes the blurred placeholder behind each image once the image has loaded, since it would show
 * through transparent parts.
 * @returns stops it
 */
export function hideLoadedPlaceholders(grid: HTMLElement): () => void {
  const hide = (image: EventTarget | null): void => {
    if (image instanceof HTMLImageElement) image.style.removeProperty('background-image')
  }
  const onLoad = ({ target }: Event): void => hide(target)
  grid.addEventListener('load', onLoad, true)
  for (const image of grid.querySelectorAll('img')) if (image.complete) hide(image)
  return () => grid.removeEventListener('load', onLoad, true)
}
