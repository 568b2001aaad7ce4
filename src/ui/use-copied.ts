import { useEffect, useState } from 'react'
import { copyText } from '#ui/copy-text.ts'

/** A button shows for this long that it has copied, in milliseconds. */
const SHOWN = 2000

/** Copies a text. `copied` is true for a moment after it succeeded. */
export function useCopied(text: string): { copied: boolean; copy: () => void } {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    const timer = copied ? setTimeout(() => setCopied(false), SHOWN) : undefined
    return () => clearTimeout(timer)
  }, [copied])
  return { copied, copy: () => void copyText(text).then(setCopied) }
}
