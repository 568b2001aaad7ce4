import { downloadAddress, downloadName } from '#client/download-name.ts'
import { textAt } from '#client/json.ts'
import type { Task } from '#contract/task.ts'
import { runPrompt, type Output } from '#core/output.ts'
import type { Action } from '#core/service.ts'
import type { CardParts } from '#ui/tool/card-parts.ts'
import { CARD_ICONS } from '#ui/tool/card-strokes.ts'
import { FollowUps } from '#ui/tool/FollowUps.tsx'
import { Glyph } from '#ui/tool/Glyph.tsx'

const NEW_TAB = { target: '_blank', rel: 'noreferrer' }

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
  /** Where the actions lie over the media, they show on hover and focus. */
  over?: 'one' | 'several'
  /** Key of a result that the viewer opens from here. */
  view?: string
  /** The actions on the task, for the menu on touch screens; null if they are elsewhere. */
  menu?: React.ReactElement | null
  children?: React.ReactNode
}

/**
 * The follow-ups of a result and its download. On a touch screen a result on the wall has all its
 * actions in one menu.
 */
export function OutputActions(props: Props) {
  const { address, unfolded, over, view, menu, children, ...result } = props
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
  const save = { href: downloadAddress(address, name), download: name }
  const open = view === undefined ? null : { href: address, 'data-view': view, ...NEW_TAB }
  const onTouch = (
    <>
      {open !== null && (
        <a className="menu-item" {...open}>
          {t('field.view.open')}
        </a>
      )}
      <a className="menu-item" {...save}>
        {t('field.card.download')}
      </a>
      {menu}
    </>
  )
  return (
    <div className={`flex flex-wrap items-center gap-1.5 ${over === undefined ? '' : 'tool-over'}`}>
      <FollowUps
        {...result}
        unfolded={unfolded}
        folded={over === 'several'}
        onTouch={unfolded ? null : onTouch}
      >
        {further === null || action.shows.as === 'text' ? null : (
          <>
            {further.Menu && <further.Menu site={further.site} task={task} output={index} t={t} />}
          </>
        )}
      </FollowUps>
      <span
        className={`ms-auto flex flex-wrap justify-end ${unfolded === true ? '' : 'touch:hidden'}`}
      >
        {children}
        {open !== null && (
          <IconLink label={t('field.view.open')} icon={CARD_ICONS.expand} {...open} />
        )}
        <SaveLink {...save} label={t('field.card.download')} />
      </span>
    </div>
  )
}

type SaveProps = { href: string; download: string; label: string }

/** Downloads a file. */
export function SaveLink(link: SaveProps) {
  return <IconLink icon={CARD_ICONS.download} {...link} />
}

type IconLinkProps = React.ComponentProps<'a'> & { label: string; icon: string }

function IconLink({ label, icon, ...link }: IconLinkProps) {
  return (
    <a className="icon-button ms-auto" title={label} aria-label={label} {...link}>
      <Glyph path={icon} />
    </a>
  )
}
