import { Glyph } from '#ui/tool/Glyph.tsx'
import { describedByProps, isOptional, type OptionsProps } from '#ui/tool/parts.ts'
import { optionName } from '#ui/tool/words.ts'

/** With more pictures than this, only two rows and the selected pictures show at first. */
const UNFOLDED = 9

/** The classes of the container and of each option, by look. */
const LOOKS = {
  row: ['segments flex-wrap', 'option segment'],
  ratio: ['ratio-cards', 'option segment ratio-card'],
  pictures: ['picture-cards', 'option picture-card']
} as const

/** Options in a row: radio buttons, or checkboxes if the user may select several. */
export function Options({ name, field, open, shown, chosen, onPick, parts }: OptionsProps) {
  const { id, pictures, t } = parts
  const { look = 'row', options, max } = field
  const cards = isOptional(field) ? [undefined, ...shown] : shown
  const [box, card] = LOOKS[look]
  return (
    <>
      <div className={box} {...(max === undefined && describedByProps(name))} tabIndex={-1}>
        {cards.map(option => (
          <label
            key={option ?? ''}
            className={look === 'ratio' && String(option).length > 6 ? `${card} col-span-2` : card}
          >
            <input
              type={max === undefined ? 'radio' : 'checkbox'}
              name={name}
              value={option ?? ''}
              checked={option === undefined ? chosen.length === 0 : chosen.includes(option)}
              disabled={option !== undefined && !open.includes(option) && !chosen.includes(option)}
              onChange={() => onPick(option)}
            />
            {look === 'ratio' && <Shape ratio={String(option)} />}
            {look === 'pictures' &&
              (option === undefined ? (
                <span className="picture" />
              ) : (
                // One image contains all pictures of a field, one below the other, so that they
                // need only one request.
                <img
                  src={pictures[name]}
                  alt=""
                  loading="lazy"
                  className="picture"
                  style={{
                    objectPosition: `0 ${(100 * options.indexOf(option)) / (options.length - 1)}%`
                  }}
                />
              ))}
            {option === undefined ? t('field.choice.any') : optionName(t, id, name, option)}
          </label>
        ))}
      </div>
      {look === 'pictures' && cards.length > UNFOLDED && (
        <details className="picture-rest">
          <summary className="button button-quiet w-full">
            <span>{t('field.choice.all')}</span>
            <span>{t('field.choice.fewer')}</span>
          </summary>
        </details>
      )}
    </>
  )
}

/** The outline of an aspect ratio. */
function Shape({ ratio }: { ratio: string }) {
  const [width = 1, height = 1] = ratio.split(/[:x]/).map(Number)
  const scale = 20 / Math.max(width, height)
  const [w, h] = [width * scale, height * scale]
  return <Glyph path={`M${12 - w / 2} ${12 - h / 2}h${w}v${h}h${-w}z`} size={24} />
}
