import type { FeaturedResult } from '#contract/featured.ts'
import type { FieldValues } from '#core/condition.ts'
import type { Json } from '#core/json.ts'
import { nestValues } from '#core/nested.ts'
import {
  findTaskAction,
  taskOutputs,
  outputText,
  coverUrl,
  runPrompt,
  outputRatio,
  type Output
} from '#core/output.ts'
import { isOwnServiceId, OWN_OUTPUT_ACTIONS, OWN_SERVICE_VERB } from '#core/own-service.ts'
import { Problem } from '#core/problem.ts'
import type { Action, Service } from '#core/service.ts'
import { absoluteFiles } from '#servers/files/address.ts'
import { fileIdIn } from '#servers/files/file-id.ts'
import type { RunRow } from '#servers/lib/database/run-tables.ts'
import type { ToolFinder } from '#servers/lib/own-services.ts'

/** The columns of a run that a shown result is read from. */
export type ShownRun = Pick<
  RunRow,
  'id' | 'service' | 'action' | 'origin' | 'state' | 'fund' | 'provider' | 'request' | 'response'
>

/** An output that can be featured or published, with the file that shows it. */
export type ShownOutput = {
  verb: string
  action: Action
  kind: FeaturedResult['kind']
  request: FieldValues
  response: Output
  output: Output
  fileId: string
  /** The expected width and height, which have no unit. */
  ratio: readonly [number, number]
}

/**
 * Finds an output of a run.
 * @param index its place among the outputs of the run
 * @param findTool finds the run's service, see {@link loadToolFinder}
 * @returns null if there is none, or if it is no image, video or song in our store
 */
export function findShownOutput(
  run: ShownRun,
  index: number,
  findTool: ToolFinder
): ShownOutput | null {
  if (run.response === null) return null
  const response = JSON.parse(run.response) as Output
  const request = JSON.parse(run.request ?? '{}') as FieldValues
  for (const { verb, action } of shownActions(run, findTool(run.service))) {
    const { field, as } = action.shows
    const output = taskOutputs(response, field)[index]
    const fileId = output === undefined ? null : fileIdIn(outputText(output, field))
    if (as === 'text' || output === undefined || fileId === null) continue
    const ratio = as === 'audio' ? ([1, 1] as const) : outputRatio(action, request)
    return { verb, action, kind: as, request, response, output, fileId, ratio }
  }
  return null
}

/**
 * Lists the actions that may have made a run. An operator may have changed or deleted an own
 * service since, but its results stay, so each kind of result is tried then.
 */
function shownActions(
  { service, action }: Pick<ShownRun, 'service' | 'action'>,
  known: Service | undefined
): { verb: string; action: Action }[] {
  const found = known === undefined ? null : findTaskAction(known, action)
  const declared = found === null ? [] : [found]
  if (!isOwnServiceId(service)) return declared
  const lost = OWN_OUTPUT_ACTIONS.map(each => ({ verb: OWN_SERVICE_VERB, action: each }))
  return [...declared, ...lost]
}

/**
 * Tells whether a model made the result: real credits paid a real provider. The sandbox works for
 * sandbox credits only.
 */
export function isFromModel({ fund, provider }: Pick<ShownRun, 'fund' | 'provider'>): boolean {
  return fund === 'real' && provider !== null && !provider.startsWith('sandbox/')
}

/**
 * Checks that a model made the result.
 * @throws Problem `bad_request` naming `task_id`
 */
export function checkFromModel(run: ShownRun): void {
  if (!isFromModel(run))
    throw unfitTaskProblem('sandbox', 'the result is from the sandbox, not from a model')
}

/** Builds the problem of a task that cannot be featured or published. */
export function unfitTaskProblem(code: string, why: string): Problem {
  return new Problem('bad_request', {
    detail: `task_id: ${why}`,
    issues: [{ field: 'task_id', code }]
  })
}

type Row = { id: string; output: number; width: number; height: number; created_at: number }

/**
 * Converts a featured result for readers.
 * @param base the origin that serves files
 * @param isAdmin whether the reader may know the task
 */
export function toFeatured(
  row: Row,
  run: ShownRun,
  result: ShownOutput,
  { base, isAdmin }: { base: string; isAdmin: boolean }
): FeaturedResult {
  const { verb, action, kind, request, response, output } = result
  const poster = kind === 'image' ? undefined : coverUrl(output)
  const { id, width, height } = row
  return {
    id,
    service: run.service,
    action: continues(result) ? null : verb,
    settings: nestValues(withoutFiles(action, request)),
    prompt: runPrompt(request, response),
    title: outputText(output, 'title'),
    kind,
    url: String(absoluteFiles(outputText(output, action.shows.field), base)),
    poster: poster === undefined ? null : String(absoluteFiles(poster, base)),
    width,
    height,
    model: outputText(request, 'model') || null,
    substitute: outputText(output, 'substitute') || outputText(response, 'substitute') || null,
    task_id: isAdmin ? run.id : null,
    output: row.output,
    created_at: new Date(row.created_at).toISOString()
  }
}

/**
 * Tells whether a result was made from an earlier one, so that filling in a form cannot repeat it.
 */
function continues({ action, request }: ShownOutput): boolean {
  return (
    action.hidden === true || Object.keys(request).some(name => action.fields[name]?.type === 'id')
  )
}

/** Leaves out files, which are the admin's own, and fields that the action no longer has. */
function withoutFiles({ fields }: Action, request: FieldValues): Record<string, Json> {
  const kept = Object.entries(request).filter(([name]) => {
    const type = fields[name]?.type
    return type !== undefined && type !== 'file' && type !== 'id'
  })
  return Object.fromEntries(kept) as Record<string, Json>
}
