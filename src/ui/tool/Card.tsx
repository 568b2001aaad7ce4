import type { CardParts } from '#ui/tool/card-parts.ts'
import { useState } from 'react'
import { isJsonRecord, textAt } from '#client/json.ts'
import type { Failure } from '#client/turns.ts'
import type { Task } from '#contract/task.ts'
import { findTaskAction, taskOutputs, runPrompt, outputRatio } from '#core/output.ts'
import type { FieldValues } from '#core/condition.ts'
import type { Action } from '#core/service.ts'
import { isTaskRunning } from '#stores/shelf.ts'
import { TaskFailure } from '#ui/tool/TaskFailure.tsx'
import { CardActions, CardMenuActions } from '#ui/tool/CardActions.tsx'
import { CardFoot } from '#ui/tool/CardFoot.tsx'
import { OutputView } from '#ui/tool/OutputView.tsx'
import { RunningTask } from '#ui/tool/Running.tsx'
import { useDeleteQuestion } from '#ui/tool/use-delete-question.tsx'
import { useTouch } from '#ui/tool/use-touch.ts'
import { countOutputs } from '#core/price.ts'

type Props = {
  task: Task
  /** The number of its part of a longer song. */
  part?: number | undefined
  /** The card belongs to the one above it. */
  joined?: boolean
  parts: CardParts
}

/** One task: its results first, then its prompt, its cost and its actions. */
export function TaskCard({ task, part, joined = false, parts }: Props) {
  const { service, t } = parts
  const known = findTaskAction(service, task.type)
  const outputs = taskOutputs(task.response, known?.action.shows.field)
  const running = isTaskRunning(task)
  const [ran, setRan] = useState(running)
  if (running && !ran) setRan(true)
  const request = task.request as FieldValues
  const ratio = known === null ? ([1, 1] as const) : outputRatio(known.action, request)
  const touch = useTouch()
  const hasMedia = outputs.length > 0 && known !== null && known.action.shows.as !== 'text'
  const inMenu = touch && hasMedia
  const { ask, question } = useDeleteQuestion(() => parts.onRemove(task), t)
  const verb = known?.verb ?? task.type
  const acts = { task, verb, parts, onDelete: ask }
  return (
    <article
      id={task.id}
      aria-busy={running}
      data-live={running || undefined}
      data-made={hasMedia || undefined}
      aria-label={runPrompt(task.request, task.response) || t(`${service.id}.title`)}
      className="card tool-card"
      style={joined ? { marginInlineStart: 24, marginBlockStart: -12 } : undefined}
    >
      {running && (
        <RunningTask
          task={task}
          ratio={ratio}
          as={known?.action.shows.as ?? 'text'}
          count={known === null ? 1 : countOutputs(known.action.outputs, request)}
          expected={known?.action.expected ?? 0}
          now={parts.now}
          locale={parts.locale}
          t={t}
        />
      )}
      <WithoutResults task={task} verb={known?.verb} old={!ran} parts={parts} />
      {outputs.length > 0 && known !== null && (
        <Outputs {...{ outputs, ratio, task, part, parts, action: known.action }}>
          {inMenu ? <CardMenuActions {...acts} /> : null}
        </Outputs>
      )}
      <CardFoot task={task} verb={verb} parts={parts}>
        {!inMenu && <CardActions {...acts} inMenu={hasMedia} />}
      </CardFoot>
      {question}
    </article>
  )
}

type WithoutResultsProps = {
  task: Task
  /** The task's action; undefined if the service no longer has it. */
  verb: string | undefined
  /** The task had ended before the page was opened. */
  old: boolean
  parts: CardParts
}

/** Tells why a task has no results. Renders nothing for other tasks. */
function WithoutResults({ task, verb, old, parts }: WithoutResultsProps) {
  const { plans, priceOf, onRetry, t } = parts
  if (task.state === 'cancelled')
    return <p className="text-13 text-muted">{t('field.state.cancelled')}</p>
  if (task.state !== 'failed') return null
  const retry =
    verb === undefined
      ? undefined
      : { price: priceOf(verb, task.request as FieldValues), onRetry: () => onRetry(task) }
  return (
    <TaskFailure
      failure={failureIn(task)}
      plans={plans}
      free
      old={old}
      task={task.id}
      retry={retry}
      t={t}
    />
  )
}

type OutputsProps = {
  outputs: ReturnType<typeof taskOutputs>
  action: Action
  ratio: readonly [number, number]
  task: Task
  part: number | undefined
  parts: CardParts
  /** The actions on the task for the menu of each result; null if they are elsewhere. */
  children: React.ReactElement | null
}

/** The results of a task: several images or videos side by side, others one below the other. */
function Outputs({ outputs, ...shared }: OutputsProps) {
  const isWall = /image|video/.test(shared.action.shows.as)
  const isGrid = outputs.length > 1 && isWall
  return (
    <div
      className={`${isWall ? 'tool-media' : ''} ${isGrid ? 'grid grid-cols-2 gap-1' : 'grid gap-3'}`}
    >
      {outputs.map((output, index) => (
        <OutputView key={index} output={output} index={index} several={isGrid} {...shared} />
      ))}
    </div>
  )
}

function failureIn({ response, trace_id }: Task): Failure {
  const error = isJsonRecord(response) ? response['error'] : null
  return {
    code: textAt(error, 'code') || 'unknown',
    sentence: textAt(error, 'message'),
    detail: '',
    issues: [],
    traceId: textAt(response, 'trace_id') || trace_id
  }
}
