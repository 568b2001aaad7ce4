import { useEffect, useRef, useState, type RefObject } from 'react'

/** Where files may be dropped and pasted: all of the conversation that a field belongs to. */
const AREA = '[data-drop]'

/**
 * Takes files that are dropped or pasted.
 * @returns over what files are held now; null while none are
 */
export function useTransfer(field: RefObject<HTMLElement | null>, onFiles: (files: readonly File[]) => void): Element | null {
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
    for (const type of ['dragover', 'drop', 'paste'] as const) area.addEventListener(type, onTransfer, { signal: end.signal })
    area.addEventListener('dragleave', onLeave, { signal: end.signal })
    return () => end.abort()
  }, [field])
  return over
}

/** What an office program copies has words and a picture of them: the words are meant. A file may come with its plain name. */
function isWords(types: readonly string[]): boolean {
  return types.includes('text/plain') && types.includes('text/html')
}
