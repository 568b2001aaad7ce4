import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Translate } from '#i18n/translate.ts'
import { ICON } from '#ui/chat/icon.ts'

/** How long it says that it has copied, in milliseconds. */
const SAID = 2000

type Props = { text: string; label: string; t: Translate }

/** Copies a text and says so. Without a script it is not there, and the text can be selected. */
export function CopyButton({ text, label, t }: Props) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    const timer = copied ? setTimeout(() => setCopied(false), SAID) : undefined
    return () => clearTimeout(timer)
  }, [copied])
  const copy = (): void => void navigator.clipboard.writeText(text).then(() => setCopied(true))
  return (
    <>
      <button type="button" className="icon-button" data-scripted="" title={label} aria-label={label} onClick={copy}>
        {copied ? <Check {...ICON} className="text-good" /> : <Copy {...ICON} />}
      </button>
      <output className="sr-only">{copied && t('common.action.copied')}</output>
    </>
  )
}
