import type { Translate } from '#i18n/translate.ts'
import { useCopied } from '#ui/use-copied.ts'
import { CARD_ICONS } from '#ui/tool/card-strokes.ts'
import { Glyph } from '#ui/tool/Glyph.tsx'

type Props = {
  text: string
  label: string
  /** Path of another icon than the usual one. */
  icon?: string
  t: Translate
}

/** Copies a text and confirms it. */
export function CopyIconButton({ text, label, icon = CARD_ICONS.copy, t }: Props) {
  const { copied, copy } = useCopied(text)
  const name = copied ? t('field.card.copied') : label
  return (
    <>
      <button type="button" className="icon-button" title={name} aria-label={label} onClick={copy}>
        <Glyph path={copied ? CARD_ICONS.check : icon} />
      </button>
      <output className="sr-only">{copied && name}</output>
    </>
  )
}
