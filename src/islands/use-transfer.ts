import { useEffect, useRef, useState, type RefObject } from 'react'

/** The area where files can be dropped and pasted: the whole conversation around the field. */
const AREA = '[data-drop]'

type DropHandlers = {
  onFiles(files: readonly File[]): void
  /**
   * Receives the link of what was dropped.
   * @returns whether it is handled; if not, `onFiles` receives the files
   */
  onLink(link: string): boolean
}

/**
 * Handles files and links that the user drops, and files that the user pastes.
 * @returns the element over which files are dragged; null while there is none
 */
export function useFileDrop(
  field: RefObject<HTMLElement | null>,
  handlers: DropHandlers
): Element | null {
  const [over, setOver] = useState<Element | null>(null)
  const now = useRef(handlers)
  useEffect(() => {
    now.current = handlers
  })
  useEffect(() => {
    const area = field.current?.closest<HTMLElement>(AREA)
    if (area == null) return undefined
    const end = new AbortController()
    const onTransfer = (event: DragEvent | ClipboardEvent): void => {
      const data = 'dataTransfer' in event ? event.dataTransfer : event.clipboardData
      const has = data !== null && data.types.includes('Files') && !isWords(data.types)
      setOver(has && event.type === 'dragover' ? area : null)
      // The link of an image in the page comes along with the image as a file.
      const link = event.type === 'drop' ? data?.getData('text/uri-list') : ''
      const isTaken = link ? now.current.onLink(link) : false
      // Only a drop tells the link, so outside of a text field every link may be dropped.
      const mayDrop = event.type === 'dragover' && data?.types.includes('text/uri-list')
      if (has || isTaken || (mayDrop && !(event.target instanceof HTMLTextAreaElement)))
        event.preventDefault()
      if (has && !isTaken && event.type !== 'dragover' && data.files.length > 0)
        now.current.onFiles([...data.files])
    }
    const onLeave = ({ relatedTarget }: DragEvent): void => {
      if (!area.contains(relatedTarget as Node | null)) setOver(null)
    }
    for (const type of ['dragover', 'drop', 'paste'] as const)
      area.addEventListener(type, onTransfer, { signal: end.signal })
    area.addEventListener('dragleave', onLeave, { signal: end.signal })
    area.dataset['drop'] = 'ready'
    return () => end.abort()
  }, [field])
  return over
}

/**
 * Checks for text copied from an office program. The clipboard then also has an image of the text,
 * but the user means the text. Plain text alone may be just the name of a copied file.
 */
function isWords(types: readonly string[]): boolean {
  return types.includes('text/plain') && types.includes('text/html')
}
