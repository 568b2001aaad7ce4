import { textAt } from '#client/json.ts'
import type { Task } from '#contract/task.ts'
import { outputSize, posterOf, type Output } from '#core/output.ts'
import type { Action } from '#core/service.ts'
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
        <SaveText text={text} ending="txt" name={parts.t('field.card.download')} {...props} />
        {textAt(output, 'srt') !== '' && (
          <SaveText
            text={textAt(output, 'srt')}
            ending="srt"
            name={parts.t('field.card.subtitles')}
            {...props}
          />
        )}
      </div>
    </section>
  )
}

type SaveProps = Pick<Props, 'parts'> & { text: string; ending: string; name: string }

/** A link that saves a text as a file. The text is in the link, so the server has no file of it. */
function SaveText({ text, ending, name, parts: { service } }: SaveProps) {
  return (
    <a
      className="icon-button"
      href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
      download={`${service.id}.${ending}`}
      title={name}
      aria-label={name}
    >
      <Glyph path={ending === 'srt' ? CARD.subtitles : CARD.download} />
    </a>
  )
}

function Actions(props: Shown) {
  const { task, index, parts } = props
  const { featuring, t } = parts
  const name = t('field.card.download')
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <FollowUps {...props}>
        {featuring === null ? null : (
          <featuring.Button site={featuring.site} task={task} output={index} t={t} />
        )}
      </FollowUps>
      <a
        className="icon-button ms-auto"
        href={asDownload(props.address)}
        download
        title={name}
        aria-label={name}
      >
        <Glyph path={CARD.download} />
      </a>
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
