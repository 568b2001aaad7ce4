import { useEffect, useState } from 'react'
import type { Translate } from '#i18n/translate.ts'
import { copyText } from '#ui/copy-text.ts'
import { CARD } from '#ui/tool/card-strokes.ts'
import { Glyph } from '#ui/tool/Glyph.tsx'

/** How long the button shows that it has copied, in milliseconds. */
const SAID = 2000

/** Copies a text and confirms it. */
export function Copy({ text, label, t }: { text: string; label: string; t: Translate }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    const timer = copied ? setTimeout(() => setCopied(false), SAID) : undefined
    return () => clearTimeout(timer)
  }, [copied])
  const name = copied ? t('field.card.copied') : label
  return (
    <>
      <button
        type="button"
        className="icon-button"
        title={name}
        aria-label={label}
        onClick={() => void copyText(text).then(setCopied)}
      >
        {copied ? <Glyph path={CARD.check} /> : <Glyph path={CARD.copy} />}
      </button>
      <output className="sr-only">{copied && name}</output>
    </>
  )
}
