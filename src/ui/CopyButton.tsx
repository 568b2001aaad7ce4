import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { copyText } from '#ui/copy-text.ts'
import { ICON } from '#ui/chat/icon.ts'

/** How long the button shows that it has copied, in milliseconds. */
const SAID = 2000

type Props = { text: string; label: string; /** Confirmation after copying. */ done: string }

/**
 * Copies a text and confirms it. Without a script the button is hidden, and users can select the
 * text.
 */
export function CopyButton({ text, label, done }: Props) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    const timer = copied ? setTimeout(() => setCopied(false), SAID) : undefined
    return () => clearTimeout(timer)
  }, [copied])
  const name = copied ? done : label
  return (
    <>
      <button
        type="button"
        className="icon-button"
        data-scripted=""
        title={name}
        aria-label={label}
        onClick={() => void copyText(text).then(setCopied)}
      >
        {copied ? <Check {...ICON} /> : <Copy {...ICON} />}
      </button>
      <output className="sr-only">{copied && name}</output>
    </>
  )
}
