import { Glyph } from '#ui/tool/Glyph.tsx'

type Props = {
  name: string
  /** The tooltip, if it says more than the name. */
  title?: string
  path: string
  /** Whether the icon is mirrored where the page reads from right to left. */
  turns?: boolean
  /** True if the button does nothing now. It keeps the focus. */
  off?: boolean
  /** Whether a toggle is on. Leave it out for a button that does not toggle. */
  pressed?: boolean
  onPress(button: Element): void
}

/** An icon button. With `pressed` it is a toggle. */
export function IconButton({
  name,
  title = name,
  path,
  turns = false,
  off,
  pressed,
  onPress
}: Props) {
  return (
    <button
      type="button"
      className={`icon-button ${pressed === true ? 'bg-surface-3 text-text' : ''}`}
      title={title}
      aria-label={name}
      aria-disabled={off}
      aria-pressed={pressed}
      onClick={({ currentTarget }) => onPress(currentTarget)}
    >
      <Glyph path={path} className={turns ? 'turns' : ''} />
    </button>
  )
}
