import { textAt } from '#client/json.ts'
import type { Task } from '#contract/task.ts'
import { isPossible, outputSize, posterOf, valuesFor, type Output } from '#core/output.ts'
import type { Action } from '#core/service.ts'
import type { CardParts } from '#ui/tool/card-parts.ts'
import { Copy } from '#ui/tool/Copy.tsx'
import { smaller, widthsOf } from '#ui/tool/picture.ts'
import { Song } from '#ui/tool/Song.tsx'
import { CARD } from '#ui/tool/card-strokes.ts'
import { Glyph } from '#ui/tool/Glyph.tsx'

type Props = {
  output: Output
  action: Action
  ratio: readonly [number, number]
  task: Task
  parts: CardParts
}

/** One result with its actions. */
export function OutputView(props: Props) {
  const { output, action } = props
  const address = textAt(output, action.shows.field)
  if (address === '') return null
  switch (action.shows.as) {
    case 'image':
      return (
        <figure className="grid min-w-0 content-start gap-1">
          <Picture {...props} address={address} />
          <Actions {...props} address={address} />
        </figure>
      )
    case 'video':
      return (
        <figure className="grid min-w-0 gap-1">
          <Film {...props} address={address} />
          <Actions {...props} address={address} />
        </figure>
      )
    case 'audio':
      return (
        <Song output={output} address={address} task={props.task} t={props.parts.t}>
          <Actions {...props} address={address} />
        </Song>
      )
    case 'text':
      return <Words {...props} text={address} />
  }
}

type Shown = Props & { address: string }

function Picture({ output, ratio, task, address }: Shown) {
  const [width, height] = outputSize(output, ratio, 1024)
  return (
    <a href={address} target="_blank" rel="noreferrer" className="rounded-control">
      <img
        src={smaller(address, 640)}
        srcSet={widthsOf(address)}
        sizes="(width < 48rem) 100vw, 480px"
        width={width}
        height={height}
        loading="lazy"
        decoding="async"
        alt={textAt(task.request, 'prompt') || textAt(output, 'prompt')}
        className="h-auto max-h-[80dvh] w-full rounded-control bg-surface-2 object-contain"
      />
    </a>
  )
}

function Film({ output, ratio, address, task }: Shown) {
  const [width, height] = outputSize(output, ratio, 1280)
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- what is made has no words to be read
    <video
      src={address}
      poster={posterOf(output)}
      width={width}
      height={height}
      controls
      playsInline
      preload="metadata"
      crossOrigin="anonymous"
      aria-label={textAt(task.request, 'prompt')}
      className="h-auto max-h-[80dvh] w-full rounded-control bg-surface-2"
    />
  )
}

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
      </div>
    </section>
  )
}

function Actions(props: Shown) {
  const name = props.parts.t('field.card.download')
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <FollowUps {...props} />
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

function FollowUps({ output, action, task, parts }: Props) {
  const { service, priceOf, shortOf, onFollow, t } = parts
  const possible = (action.followUps ?? []).filter(each => isPossible(each, output, task.request))
  return possible.map(each => {
    // A button that starts a run shows its price beforehand.
    const begins =
      each.atOnce && each.service === undefined ? valuesFor(each, output, task.request) : null
    return (
      <button
        key={each.id}
        type="button"
        className="chip noscript:hidden"
        title={begins === null ? undefined : priceOf(each.action, begins)}
        onClick={() => onFollow(each, output, task)}
      >
        {t(`${service.id}.follow.${each.id}`)}
        {begins !== null && (
          <span className="text-faint tabular-nums">· {shortOf(each.action, begins)}</span>
        )}
      </button>
    )
  })
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
