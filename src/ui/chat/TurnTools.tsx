import { ChevronLeft, ChevronRight, PencilLine, Play, RefreshCw, RotateCcw } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { contentText } from '#core/chat.ts'
import { CopyButton } from '#ui/CopyButton.tsx'
import { ICON_PROPS } from '#ui/chat/icon.ts'
import { QuestionEditor } from '#ui/chat/QuestionEditor.tsx'
import type { SharedTurnProps, TurnToolsProps } from '#ui/chat/turn-tools.ts'
import { TurnCost } from '#ui/chat/TurnCost.tsx'

type Props = TurnToolsProps & SharedTurnProps

/** The tools of a turn; none while it is being written. */
export function TurnToolbar(props: Props) {
  const { turn } = props
  if (turn.state === 'pending' || turn.state === 'answering') return null
  return turn.role === 'user' ? <QuestionTools {...props} /> : <AnswerTools {...props} />
}

function QuestionTools(props: Props) {
  const { turn, acts, onReplace, t } = props
  const text = contentText(turn.content)
  const edit = (): void =>
    onReplace?.(
      <QuestionEditor
        text={text}
        sends={acts.sends}
        onSend={(question, onTaken) => acts.edit(turn, question, onTaken)}
        onClose={() => onReplace(null)}
        t={t}
      />
    )
  return (
    <>
      <CopyButton text={text} label={t('chat.turn.copy_question')} done={t('chat.turn.copied')} />
      {turn.sent && (
        <Tool
          of={PencilLine}
          name={t('chat.edit.action')}
          disabled={props.busy}
          edits
          onClick={edit}
        />
      )}
      <Versions {...props} />
    </>
  )
}

function AnswerTools(props: Props) {
  const { turn, last, acts, busy, t } = props
  const text = contentText(turn.content)
  const failed = turn.state === 'failed'
  return (
    <>
      {text !== '' && (
        <CopyButton text={text} label={t('chat.turn.copy')} done={t('chat.turn.copied')} />
      )}
      {last && failed && text !== '' && (
        <Labelled of={Play} name={t('chat.turn.continue')} disabled={busy} onClick={acts.carryOn} />
      )}
      {last && failed && text === '' && (
        <Labelled of={RotateCcw} name={t('chat.turn.retry')} disabled={busy} onClick={acts.retry} />
      )}
      {turn.sent && (text !== '' || !last) && (
        <Tool
          of={RefreshCw}
          name={t('chat.turn.regenerate')}
          disabled={busy}
          onClick={() => acts.regenerate(turn)}
        />
      )}
      <Versions {...props} />
      <TurnCost {...props} />
    </>
  )
}

/** Shows which version of a turn is displayed, with buttons for the others. */
function Versions({ turn, acts, busy, t }: Props) {
  const at = turn.id === null ? -1 : turn.versions.indexOf(turn.id)
  const of = turn.versions.length
  if (at < 0 || of < 2) return null
  const [before, after] = [turn.versions[at - 1], turn.versions[at + 1]]
  const to = (version: string | undefined) => (): void =>
    void (version !== undefined && !busy && acts.show(version))
  return (
    <div
      role="group"
      aria-label={t('chat.turn.versions')}
      className="flex items-center text-13 text-muted"
    >
      <Tool
        of={ChevronLeft}
        name={t('chat.turn.older')}
        disabled={busy || before === undefined}
        turns
        onClick={to(before)}
      />
      <output className="tabular-nums">
        <span aria-hidden="true">{`${at + 1} / ${of}`}</span>
        <span className="sr-only">{t('chat.turn.version', { at: at + 1, of })}</span>
      </output>
      <Tool
        of={ChevronRight}
        name={t('chat.turn.newer')}
        disabled={busy || after === undefined}
        turns
        onClick={to(after)}
      />
    </div>
  )
}

type ToolProps = {
  of: LucideIcon
  name: string
  disabled: boolean
  edits?: boolean
  turns?: boolean
  onClick(): void
}

/**
 * An icon button. While it is disabled it can still have the focus, so that keyboard users do not
 * lose their place.
 */
function Tool({ of: Icon, name, disabled, edits, turns, onClick }: ToolProps) {
  return (
    <button
      type="button"
      className="icon-button"
      title={name}
      aria-label={name}
      aria-disabled={disabled}
      data-edit={edits}
      onClick={() => !disabled && onClick()}
    >
      <Icon {...ICON_PROPS} className={turns ? 'turns' : ''} />
    </button>
  )
}

function Labelled({ of: Icon, name, disabled, onClick }: ToolProps) {
  return (
    <button
      type="button"
      className="button button-quiet"
      aria-disabled={disabled}
      onClick={() => !disabled && onClick()}
    >
      <Icon {...ICON_PROPS} />
      {name}
    </button>
  )
}
