import { useEffect, useRef, useState, type RefObject } from 'react'

/** The area where files can be dropped and pasted: the whole conversation around the field. */
const AREA = '[data-drop]'

/**
 * Handles files that the user drops or pastes.
 * @returns the element over which files are dragged; null while there is none
 */
export function useFileDrop(
  field: RefObject<HTMLElement | null>,
  onFiles: (files: readonly File[]) => void
): Element | null {
  const [over, setOver] = useState<Element | null>(null)
  const now = useRef(onFiles)
  useEffect(() => {
    now.current = onFiles
  })
  useEffect(() => {
    const area = field.current?.closest<HTMLElement>(AREA)
    if (area == null) return undefined
    const end = new AbortController()
    const onTransfer = (event: DragEvent | ClipboardEvent): void => {
      const data = 'dataTransfer' in event ? event.dataTransfer : event.clipboardData
      const has = data !== null && data.types.includes('Files') && !isWords(data.types)
      setOver(has && event.type === 'dragover' ? area : null)
      if (!has) return
      event.preventDefault()
      if (event.type !== 'dragover' && data.files.length > 0) now.current([...data.files])
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
