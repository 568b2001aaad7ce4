import { useState } from 'react'
import type { Translate } from '#i18n/translate.ts'
import { parseRatio } from '#ui/mask/crop-ratios.ts'
import { MASK_ICONS } from '#ui/mask/icons.ts'
import type { CropState } from '#ui/mask/use-crop.ts'
import { Glyph } from '#ui/tool/Glyph.tsx'

/** Longer side of a ratio's outline, in pixels. */
const OUTLINE = 20

type RatioProps = { ratios: readonly string[]; crop: CropState; t: Translate }

/** The ratios that the frame can keep, drawn to scale; the last one is any ratio. */
export function CropRatioCards({ ratios, crop, t }: RatioProps) {
  return (
    <div role="radiogroup" aria-label={t('field.crop.ratio')} className="ratio-cards">
      {[...ratios, null].map(each => (
        <label key={each} className="option segment ratio-card">
          <input
            type="radio"
            name="crop-ratio"
            checked={crop.ratio === each}
            onChange={() => crop.setRatio(each)}
          />
          <span className="grid size-6 place-items-center">
            <Outline ratio={parseRatio(each)} />
          </span>
          {each ?? t('field.crop.free')}
        </label>
      ))}
    </div>
  )
}

function Outline({ ratio }: { ratio: number | null }) {
  const [width, height] = [Math.min(1, ratio ?? 1), Math.min(1, 1 / (ratio ?? 1))]
  return (
    <span
      className={`border ${ratio === null ? 'border-dashed' : ''}`}
      style={{ inlineSize: OUTLINE * width, blockSize: OUTLINE * height }}
    />
  )
}

/** The size of the frame, which the user can type, and a button that turns the image. */
export function CropControls({ crop, t }: { crop: CropState; t: Translate }) {
  const { width, height } = crop.frame
  return (
    <div className="flex flex-wrap items-center gap-3">
      <span className="flex items-center gap-2 text-13 text-muted" dir="ltr">
        <Side
          name={t('field.crop.width')}
          value={width}
          onValue={typed => crop.resize([typed - width, 0])}
        />
        ×
        <Side
          name={t('field.crop.height')}
          value={height}
          onValue={typed => crop.resize([0, typed - height])}
        />
        px
      </span>
      <button
        type="button"
        className="icon-button"
        title={t('field.crop.turn')}
        aria-label={t('field.crop.turn')}
        onClick={crop.turn}
      >
        <Glyph path={MASK_ICONS.turn} />
      </button>
      <span id="crop-keys" className="text-12 text-faint">
        {t('field.crop.keys')}
      </span>
    </div>
  )
}

type SideProps = { name: string; value: number; onValue(typed: number): void }

/** A side of the frame in pixels. The frame follows what is typed, as far as the image allows. */
function Side({ name, value, onValue }: SideProps) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <input
      type="number"
      inputMode="numeric"
      min="1"
      aria-label={name}
      title={name}
      className="input tabular-nums"
      style={{ inlineSize: '5.5rem' }}
      value={typed ?? value}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        const number = Math.round(Number(currentTarget.value))
        if (number > 0) onValue(number)
      }}
      onBlur={() => setTyped(null)}
      onKeyDown={event => {
        if (event.key !== 'Enter') return
        // Enter would start a run, because the dialog is a part of the tool's form.
        event.preventDefault()
        setTyped(null)
      }}
    />
  )
}
