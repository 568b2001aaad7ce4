import { Check, Copy } from 'lucide-react'
import { useCopied } from '#ui/use-copied.ts'
import { ICON_PROPS } from '#ui/chat/icon.ts'

type Props = { text: string; label: string; /** Confirmation after copying. */ done: string }

/**
 * Copies a text and confirms it. Without a script the button is hidden, and users can select the
 * text.
 */
export function CopyButton({ text, label, done }: Props) {
  const { copied, copy } = useCopied(text)
  const name = copied ? done : label
  return (
    <>
      <button
        type="button"
        className="icon-button"
        data-scripted=""
        title={name}
        aria-label={label}
        onClick={copy}
      >
        {copied ? <Check {...ICON_PROPS} /> : <Copy {...ICON_PROPS} />}
      </button>
      <output className="sr-only">{copied && name}</output>
    </>
  )
}
