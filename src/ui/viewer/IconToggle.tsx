import { Glyph } from '#ui/tool/Glyph.tsx'

type Props = {
  name: string
  path: string
  /** Whether the icon is mirrored where the page reads from right to left. */
  turns?: boolean
  /** True if the button does nothing now. It keeps the focus. */
  off?: boolean
  /** Whether the button is pressed, for one that stays so. */
  pressed?: boolean
  onPress(button: Element): void
}

/** A button with an icon. */
export function IconToggle({ name, path, turns = false, off, pressed, onPress }: Props) {
  return (
    <button
      type="button"
      className={`icon-button ${pressed === true ? 'bg-surface-3 text-text' : ''}`}
      title={name}
      aria-label={name}
      aria-disabled={off}
      aria-pressed={pressed}
      onClick={({ currentTarget }) => onPress(currentTarget)}
    >
      <Glyph path={path} className={turns ? 'turns' : ''} />
    </button>
  )
}
