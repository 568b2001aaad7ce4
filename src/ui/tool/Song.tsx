import { textAt } from '#client/json.ts'
import type { Task } from '#contract/task.ts'
import type { Output } from '#core/output.ts'
import type { Translate } from '#i18n/translate.ts'
import { scaledImageAddress } from '#ui/tool/picture.ts'
import { formatClock } from '#ui/tool/clock.ts'
import { CARD_ICONS } from '#ui/tool/card-strokes.ts'
import { Glyph } from '#ui/tool/Glyph.tsx'

type Props = {
  output: Output
  address: string
  task: Task
  /** The number of its part, if it was extended or extends another one. */
  part?: number | undefined
  t: Translate
  children: React.ReactNode
}

const COVER =
  'relative grid size-16 place-items-center overflow-hidden rounded-control bg-surface-3'
const SIGN = 'relative grid size-8 place-items-center rounded-full bg-ground/80 text-text'

/**
 * A song. Its cover plays it, and its lyrics unfold. Without a script, the cover links to the file.
 */
export function Song({ output, address, task, part, t, children }: Props) {
  const { duration } = output
  const [title, line, cover, lyric] = ['title', 'style', 'image_url', 'lyric'].map(name =>
    textAt(output, name)
  )
  const whole = title || textAt(task.request, 'title') || t('field.song.untitled')
  const name = part === undefined ? whole : `${whole} · ${t('field.song.part', { number: part })}`
  return (
    <section className="grid grid-cols-[4rem_minmax(0,1fr)] gap-x-3 gap-y-1" aria-label={name}>
      <Cover url={address} title={name} line={line} cover={cover ?? ''} t={t} />
      <div className="grid min-w-0 content-center">
        <h3 className="truncate text-14">
          <bdi>{name}</bdi>
        </h3>
        <p className="truncate text-13 text-muted">
          <bdi>{line}</bdi>
        </p>
        {typeof duration === 'number' && (
          <p className="text-12 text-faint tabular-nums">{formatClock(duration)}</p>
        )}
      </div>
      <div className="col-span-2 grid gap-1">
        {lyric !== '' && lyric !== undefined && (
          <details className="text-13 text-muted">
            <summary className="inline-flex min-h-6 items-center rounded-control hover:text-text">
              {t('field.song.lyric')}
            </summary>
            <p data-lyric dir="auto" className="pt-1 text-14 whitespace-pre-line">
              {lyric}
            </p>
          </details>
        )}
        {children}
      </div>
    </section>
  )
}

type CoverProps = {
  url: string
  title: string
  line: string | undefined
  cover: string
  t: Translate
}

/** The cover of a song. The page's player finds it by its data, plays it and marks it. */
function Cover({ url, title, line, cover, t }: CoverProps) {
  const play = t('field.song.play', { title })
  return (
    <>
      <button
        type="button"
        title={play}
        aria-label={play}
        data-song={url}
        data-title={title}
        data-line={line}
        data-cover={cover}
        className={`${COVER} noscript:hidden`}
      >
        <Picture of={cover} />
        <span className={SIGN}>
          <Glyph path={CARD_ICONS.play} size={16} />
        </span>
      </button>
      <noscript>
        <a className={COVER} href={url} aria-label={play} title={play}>
          <Picture of={cover} />
          <span className={SIGN}>
            <Glyph path={CARD_ICONS.play} size={16} />
          </span>
        </a>
      </noscript>
    </>
  )
}

function Picture({ of: cover }: { of: string }) {
  if (cover === '') return null
  return (
    <img
      src={scaledImageAddress(cover, 320)}
      alt=""
      width="64"
      height="64"
      loading="lazy"
      className="absolute inset-0 size-full object-cover"
    />
  )
}
