import { textAt } from '#client/json.ts'
import type { Task } from '#contract/task.ts'
import { outputSize, posterOf, type Output } from '#core/output.ts'
import type { Action } from '#core/service.ts'
import type { Translate } from '#i18n/translate.ts'
import type { CardParts } from '#ui/tool/card-parts.ts'
import { Copy } from '#ui/tool/Copy.tsx'
import { FollowUps } from '#ui/tool/FollowUps.tsx'
import { MadeVideo, MadeImage } from '#ui/tool/MadeMedia.tsx'
import { Song } from '#ui/tool/Song.tsx'
import { CARD } from '#ui/tool/card-strokes.ts'
import { Glyph } from '#ui/tool/Glyph.tsx'

type Props = {
  output: Output
  /** Its place among the outputs of the task. */
  index: number
  action: Action
  ratio: readonly [number, number]
  task: Task
  parts: CardParts
}

const SHOWN = 'h-auto max-h-[80dvh] w-full rounded-control bg-surface-2'

/** One result with its actions. */
export function OutputView(props: Props) {
  const { output, action, ratio, task } = props
  const address = textAt(output, action.shows.field)
  if (address === '') return null
  switch (action.shows.as) {
    case 'image':
      return (
        <figure className="grid min-w-0 content-start gap-1">
          <MadeImage
            address={address}
            size={outputSize(output, ratio, 1024)}
            name={textAt(task.request, 'prompt') || textAt(output, 'prompt')}
            sizes="(width < 48rem) 100vw, 480px"
            className={`${SHOWN} object-contain`}
          />
          <Actions {...props} address={address} />
        </figure>
      )
    case 'video':
      return (
        <figure className="grid min-w-0 gap-1">
          <MadeVideo
            address={address}
            size={outputSize(output, ratio, 1280)}
            name={textAt(task.request, 'prompt')}
            poster={posterOf(output)}
            className={SHOWN}
          />
          <Actions {...props} address={address} />
        </figure>
      )
    case 'audio':
      return (
        <Song output={output} address={address} task={task} t={props.parts.t}>
          <Actions {...props} address={address} />
        </Song>
      )
    case 'text':
      return <Words {...props} text={address} />
  }
}

type Shown = Props & { address: string }

function Words({ text, ...props }: Props & { text: string }) {
  const { output, parts } = props
  const subtitles = textAt(output, 'srt')
  return (
    <section className="grid gap-1 rounded-control bg-surface-2 p-3">
      {textAt(output, 'title') !== '' && (
        <h3 dir="auto" className="text-14">
          {textAt(output, 'title')}
        </h3>
      )}
      <details className="group/words text-14 text-muted">
        <summary
          dir="auto"
          className="line-clamp-6 rounded-control whitespace-pre-line group-open/words:line-clamp-none"
        >
          {text}
        </summary>
      </details>
      <div className="flex flex-wrap items-center gap-1.5 noscript:hidden">
        <FollowUps {...props} />
        <Copy text={text} label={parts.t('field.card.copy_text')} t={parts.t} />
        {subtitles !== '' && (
          <a className="link text-13" href={asTextFile(subtitles)} download="subtitles.srt">
            {parts.t('field.card.subtitles')}
          </a>
        )}
        <Save href={asTextFile(text)} download="text.txt" t={parts.t} />
      </div>
    </section>
  )
}

type SaveProps = { href: string; download: string | true; t: Translate }

function Save({ t, ...link }: SaveProps) {
  const name = t('field.card.download')
  return (
    <a className="icon-button ms-auto" title={name} aria-label={name} {...link}>
      <Glyph path={CARD.download} />
    </a>
  )
}

/** The text is in the address, so the server has no file of it. */
function asTextFile(text: string): string {
  return `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`
}

function Actions(props: Shown) {
  const { task, index, parts } = props
  const { featuring, t } = parts
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <FollowUps {...props}>
        {featuring === null ? null : (
          <featuring.Button site={featuring.site} task={task} output={index} t={t} />
        )}
      </FollowUps>
      <Save href={asDownload(props.address)} download t={t} />
    </div>
  )
}

/**
 * Returns the address that downloads a file. Only the server can request a download from another
 * host than the page's.
 */
function asDownload(address: string): string {
  return /^(https?:\/\/[^/]+)?\/files\/[^/?]+(\/[^/?]+)?$/.test(address)
    ? `${address}?download=1`
    : address
}
