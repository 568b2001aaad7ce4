import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Translate } from '#i18n/translate.ts'
import { copyText } from '#ui/chat/copy-text.ts'
import { ICON } from '#ui/chat/icon.ts'

/** How long it says that it has copied, in milliseconds. */
const SAID = 2000

type Props = { text: string; label: string; t: Translate }

/** Copies a text and says so. */
export function CopyButton({ text, label, t }: Props) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    const timer = copied ? setTimeout(() => setCopied(false), SAID) : undefined
    return () => clearTimeout(timer)
  }, [copied])
  const name = copied ? t('chat.turn.copied') : label
  return (
    <>
      <button type="button" className="icon-button" title={name} aria-label={label} onClick={() => void copyText(text).then(setCopied)}>
        {copied ? <Check {...ICON} /> : <Copy {...ICON} />}
      </button>
      <output className="sr-only">{copied && name}</output>
    </>
  )
}
