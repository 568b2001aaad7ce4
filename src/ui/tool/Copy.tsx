import type { Translate } from '#i18n/translate.ts'
import { useCopied } from '#ui/use-copied.ts'
import { CARD } from '#ui/tool/card-strokes.ts'
import { Glyph } from '#ui/tool/Glyph.tsx'

/** Copies a text and confirms it. */
export function Copy({ text, label, t }: { text: string; label: string; t: Translate }) {
  const { copied, copy } = useCopied(text)
  const name = copied ? t('field.card.copied') : label
  return (
    <>
      <button type="button" className="icon-button" title={name} aria-label={label} onClick={copy}>
        {copied ? <Glyph path={CARD.check} /> : <Glyph path={CARD.copy} />}
      </button>
      <output className="sr-only">{copied && name}</output>
    </>
  )
}
