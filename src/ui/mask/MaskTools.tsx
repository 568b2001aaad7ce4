import type { Translate } from '#i18n/translate.ts'
import { MASK_TOOLS } from '#ui/mask/strokes.ts'
import { BRUSH_SIZES, STROKE_ACTIONS, type Mask } from '#ui/mask/use-mask.ts'
import { MASK_ICONS } from '#ui/mask/icons.ts'
import { Glyph } from '#ui/tool/Glyph.tsx'

const ZOOMS = [1, 2, 4] as const
const STROKE_BUTTONS = ['undo', 'redo', 'clear'] as const

type Props = {
  mask: Mask
  zoom: number
  onZoom(zoom: number): void
  /** Whether the edge of the mask fades. */
  soft: boolean
  onSoft(soft: boolean): void
  t: Translate
}

/** The tools of the mask editor, in one row that wraps. */
export function MaskTools({ mask, zoom, onZoom, soft, onSoft, t }: Props) {
  const { strokes, setStrokes, tool, setTool, share, setShare } = mask
  const nextZoom = ZOOMS.find(each => each > zoom) ?? 1
  return (
    <div
      role="toolbar"
      aria-label={t('field.mask.tools')}
      className="flex flex-wrap items-center gap-1"
    >
      {MASK_TOOLS.map(each => (
        <Press
          key={each}
          name={t(`field.mask.${each}`)}
          icon={MASK_ICONS[each]}
          on={tool === each}
          onPress={() => setTool(each)}
        />
      ))}
      <label className="flex min-h-control items-center gap-2 px-2 text-13">
        {t('field.mask.size')}
        <input
          type="range"
          className="pointer-coarse:min-h-control"
          style={{ width: '6rem' }}
          min={BRUSH_SIZES.least}
          max={BRUSH_SIZES.most}
          step={BRUSH_SIZES.step}
          value={share}
          onChange={({ currentTarget }) => setShare(Number(currentTarget.value))}
        />
      </label>
      {STROKE_BUTTONS.map(each => (
        <Press
          key={each}
          name={t(`field.mask.${each}`)}
          icon={MASK_ICONS[each]}
          off={strokes[each === 'redo' ? 'undone' : 'done'].length === 0}
          onPress={() => setStrokes(STROKE_ACTIONS[each])}
        />
      ))}
      <Press name={t('field.mask.zoom')} icon={MASK_ICONS.zoom} onPress={() => onZoom(nextZoom)} />
      <label className="flex min-h-control items-center gap-2 px-2 text-13">
        <input
          type="checkbox"
          checked={soft}
          onChange={({ currentTarget }) => onSoft(currentTarget.checked)}
        />
        {t('field.mask.soft')}
      </label>
    </div>
  )
}

type PressProps = { name: string; icon: string; on?: boolean; off?: boolean; onPress(): void }

/** An icon button. With `off` it does nothing but keeps the focus. */
function Press({ name, icon, on, off = false, onPress }: PressProps) {
  return (
    <button
      type="button"
      className={`icon-button ${on === true ? 'bg-surface-2 text-accent' : ''}`}
      aria-pressed={on}
      aria-disabled={off}
      title={name}
      aria-label={name}
      onClick={off ? undefined : onPress}
    >
      <Glyph path={icon} className="turns" />
    </button>
  )
}
