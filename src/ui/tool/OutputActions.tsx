import { downloadAddress, downloadName } from '#client/download-name.ts'
import { textAt } from '#client/json.ts'
import type { Task } from '#contract/task.ts'
import { runPrompt, type Output } from '#core/output.ts'
import type { Action } from '#core/service.ts'
import type { CardParts } from '#ui/tool/card-parts.ts'
import { CARD_ICONS } from '#ui/tool/card-strokes.ts'
import { FollowUps } from '#ui/tool/FollowUps.tsx'
import { Glyph } from '#ui/tool/Glyph.tsx'

type Props = {
  output: Output
  /** Index of the result among the outputs of its task, from 0. */
  index: number
  action: Action
  task: Task
  parts: CardParts
  address: string
  /** Shows all follow-ups as buttons. Otherwise some are in a menu. */
  unfolded?: boolean
  children?: React.ReactNode
}

/** The follow-ups of a result and its download. */
export function OutputActions({ address, unfolded, children, ...result }: Props) {
  const { output, index, action, task, parts } = result
  const { service, further, t } = parts
  const name = downloadName({
    service: t(`${service.id}.title`),
    prompt: textAt(output, 'title') || runPrompt(task.request, output),
    task: task.id,
    index,
    address,
    as: action.shows.as
  })
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <FollowUps {...result} unfolded={unfolded}>
        {further === null || action.shows.as === 'text' ? null : (
          <>
            {further.Menu && <further.Menu site={further.site} task={task} output={index} t={t} />}
          </>
        )}
      </FollowUps>
      <span className="ms-auto flex flex-wrap justify-end">
        {children}
        <SaveLink
          href={downloadAddress(address, name)}
          download={name}
          label={t('field.card.download')}
        />
      </span>
    </div>
  )
}

type SaveProps = { href: string; download: string; label: string }

/** Downloads a file. */
export function SaveLink({ label, ...link }: SaveProps) {
  return (
    <a className="icon-button ms-auto" title={label} aria-label={label} {...link}>
      <Glyph path={CARD_ICONS.download} />
    </a>
  )
}
