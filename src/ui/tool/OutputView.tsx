import { textAt } from '#client/json.ts'
import type { Task } from '#contract/task.ts'
import { outputSize, coverUrl, runPrompt, type Output } from '#core/output.ts'
import type { Action } from '#core/service.ts'
import type { CardParts } from '#ui/tool/card-parts.ts'
import { CopyIconButton } from '#ui/tool/Copy.tsx'
import { FollowUps } from '#ui/tool/FollowUps.tsx'
import { GeneratedVideo, GeneratedImage } from '#ui/tool/MadeMedia.tsx'
import { OutputActions, SaveLink } from '#ui/tool/OutputActions.tsx'
import { Song } from '#ui/tool/Song.tsx'
import { viewKey } from '#ui/tool/view-key.ts'

type Props = {
  output: Output
  /** Index of the result among the outputs of its task, from 0. */
  index: number
  action: Action
  ratio: readonly [number, number]
  task: Task
  /** The number of its part of a longer song. */
  part?: number | undefined
  /** The task has several results, side by side. */
  several: boolean
  parts: CardParts
  /** The actions on the task for the menu of the result; null if they are elsewhere. */
  children: React.ReactElement | null
}

const SHOWN = 'h-auto max-h-[80dvh] w-full bg-surface-2'

/** One result with its actions. */
export function OutputView(props: Props) {
  const { children: menu, several, ...result } = props
  const { output, index, action, ratio, task, part, parts } = result
  const { service, t } = parts
  const address = textAt(output, action.shows.field)
  if (address === '') return null
  const view = viewKey(task.id, index)
  const over = several ? 'several' : 'one'
  switch (action.shows.as) {
    case 'image':
      return (
        <figure className="tool-figure relative grid min-w-0 content-start">
          <GeneratedImage
            address={address}
            size={outputSize(output, ratio, 1024)}
            name={runPrompt(task.request, output) || t(`${service.id}.title`)}
            view={view}
            sizes="(width < 48rem) 100vw, 400px"
            className={`${SHOWN} object-contain`}
          />
          <OutputActions {...result} address={address} menu={menu} over={over} />
        </figure>
      )
    case 'video':
      return (
        <figure className="tool-figure relative grid min-w-0 content-start" data-video>
          <GeneratedVideo
            address={address}
            size={outputSize(output, ratio, 1280)}
            name={textAt(task.request, 'prompt')}
            poster={coverUrl(output)}
            className={SHOWN}
          />
          <OutputActions {...result} address={address} menu={menu} over={over} view={view} />
        </figure>
      )
    case 'audio':
      return (
        <Song output={output} address={address} task={task} part={part} t={t}>
          <OutputActions {...result} address={address} menu={menu} />
        </Song>
      )
    case 'text':
      return <Words {...result} text={address} />
  }
}

function Words({ text, ...props }: Omit<Props, 'children' | 'several'> & { text: string }) {
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
        <CopyIconButton text={text} label={parts.t('field.card.copy_text')} t={parts.t} />
        {subtitles !== '' && (
          <a className="link text-13" href={asTextFile(subtitles)} download="subtitles.srt">
            {parts.t('field.card.subtitles')}
          </a>
        )}
        <SaveLink
          href={asTextFile(text)}
          download="text.txt"
          label={parts.t('field.card.download')}
        />
      </div>
    </section>
  )
}

/** Returns an address that contains the text itself, because the server has no file of it. */
function asTextFile(text: string): string {
  return `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`
}
