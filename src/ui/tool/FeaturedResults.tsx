import type { FeaturedResult } from '#contract/featured.ts'
import { groupFlex, lineRatio, pictureRows, croppedRatio } from '#core/picture-rows.ts'
import type { Translate } from '#i18n/translate.ts'
import { GeneratedVideo, GeneratedImage } from '#ui/tool/MadeMedia.tsx'
import { CARD_ICONS } from '#ui/tool/card-strokes.ts'
import { Glyph } from '#ui/tool/Glyph.tsx'
import { scaledImageAddress } from '#ui/tool/picture.ts'
import { hideLoadedPlaceholders } from '#ui/tool/placeholders.ts'
import { optionName } from '#ui/tool/words.ts'

type Props = {
  items: readonly FeaturedResult[]
  /** Called when the user picks a result; null where the page has no form. */
  onUse: ((featured: FeaturedResult) => void) | null
  t: Translate
}

/**
 * The width of a group of results divided by its height, and the greatest height of a line, in
 * pixels.
 */
const [WIDE, HIGHEST] = [1.7, 340]

/**
 * Results of a tool that the site has chosen to show. A button fills the form with a result's
 * prompt and settings.
 */
export function FeaturedResults({ items, onUse, t }: Props) {
  const rows = pictureRows(
    items.filter(({ kind }) => kind !== 'audio'),
    WIDE
  )
  const songs = items.filter(({ kind }) => kind === 'audio')
  const narrowest = Math.min(...rows.map(row => lineRatio(row.flat())))
  return (
    <section
      ref={hideLoadedPlaceholders}
      className="grid gap-3"
      aria-label={t('field.intro.featured')}
    >
      <h2 className="text-13 font-medium text-faint">{t('field.intro.featured')}</h2>
      {rows.length > 0 && (
        <div className="grid gap-4" style={{ maxInlineSize: Math.round(narrowest * HIGHEST) }}>
          {rows.map((row, at) => (
            <div key={at} className="flex flex-wrap gap-2" style={{ rowGap: 16 }}>
              {row.map((group, place) => (
                <ul key={place} className="flex min-w-0 gap-2" style={{ flex: groupFlex(group) }}>
                  {group.map(each => (
                    <li
                      key={each.id}
                      className="grid min-w-0 content-start gap-2"
                      style={{ flex: `${croppedRatio(each)} 1 0px` }}
                    >
                      <Media of={each} />
                      <About of={each} onUse={onUse} t={t} />
                    </li>
                  ))}
                </ul>
              ))}
            </div>
          ))}
        </div>
      )}
      {songs.length > 0 && (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))] gap-3">
          {songs.map(each => (
            <li key={each.id} className="card tool-card content-start">
              <Song of={each} t={t} />
              <About of={each} onUse={onUse} t={t} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/**
 * The prompt of a result, its model, and the button that fills the form with its prompt and
 * settings.
 */
function About({ of, onUse, t }: { of: FeaturedResult } & Omit<Props, 'items'>) {
  return (
    <>
      <p dir="auto" className="line-clamp-3 text-13">
        {of.prompt}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        {onUse !== null && of.action !== null && (
          <button type="button" className="chip noscript:hidden" onClick={() => onUse(of)}>
            {t('field.intro.use')}
          </button>
        )}
        <span className="text-12 text-faint">
          <bdi>{madeBy(of, t)}</bdi>
        </span>
      </div>
    </>
  )
}

function Media({ of }: { of: FeaturedResult }) {
  const { kind, url, poster, width, height, prompt } = of
  const shown = {
    address: url,
    size: [width, height] as const,
    name: prompt,
    className: 'size-full object-cover'
  }
  return (
    <div
      className="grid overflow-hidden rounded-control bg-surface-2"
      style={{ aspectRatio: croppedRatio(of) }}
    >
      {kind === 'video' ? (
        <GeneratedVideo {...shown} poster={poster ?? undefined} />
      ) : (
        <GeneratedImage {...shown} sizes={`${Math.round(croppedRatio(of) * 280)}px`} />
      )}
    </div>
  )
}

function Song({ of: { url, poster, prompt, title }, t }: { of: FeaturedResult; t: Translate }) {
  return (
    <>
      {poster !== null && (
        <img
          src={scaledImageAddress(poster, 640)}
          width={640}
          height={640}
          loading="lazy"
          alt=""
          className="h-auto w-full rounded-control bg-surface-2"
        />
      )}
      {title !== '' && (
        <p dir="auto" className="text-14">
          {title}
        </p>
      )}
      <button
        type="button"
        className="button min-w-0 noscript:hidden"
        data-song={url}
        data-title={title || prompt}
        data-cover={poster ?? ''}
      >
        <Glyph path={CARD_ICONS.play} />
        <span className="truncate">{t('field.song.play', { title: title || prompt })}</span>
      </button>
      <noscript>
        <a className="link" href={url}>
          {t('field.song.play', { title: title || prompt })}
        </a>
      </noscript>
    </>
  )
}

/**
 * Returns the name of the model; if another service did the work in place of this one, the name of
 * that service.
 */
function madeBy({ service, model, substitute }: FeaturedResult, t: Translate): string {
  if (substitute !== null) return t('field.card.substitute', { name: substitute })
  return model === null ? '' : optionName(t, service, 'model', model)
}
