import { textAt } from '#client/json.ts'
import type { Task } from '#contract/task.ts'
import { evaluateCondition, type FieldValues } from '#core/condition.ts'
import { sourceFieldNames } from '#core/field.ts'
import { coverUrl, findTaskAction, taskOutputs, runPrompt, type Output } from '#core/output.ts'
import type { Action, Service } from '#core/service.ts'
import { normalizeFieldNames } from '#core/field-names.ts'
import { viewKey } from '#ui/tool/view-key.ts'

/** One image, video or song that a viewer shows. */
export type Viewable = {
  id: string
  as: 'image' | 'video' | 'audio'
  address: string
  prompt: string
  /** A small picture of it; empty for a video or a song without a cover. */
  picture: string
}

/**
 * One image or video of a tool. Its id is the task's id and the place among its outputs, as in
 * `data-view`.
 */
export type View = Viewable & {
  as: 'image' | 'video'
  task: Task
  verb: string
  action: Action
  output: Output
  index: number
}

/** Lists the images and videos of a page, in the order of their cards. */
export function listViews(tasks: readonly Task[], service: Service): View[] {
  return tasks.flatMap(task => {
    const { verb, action } = findTaskAction(service, task.type) ?? {}
    if (verb === undefined || action === undefined) return []
    const { as, field } = action.shows
    if (as !== 'image' && as !== 'video') return []
    return taskOutputs(task.response, field).flatMap((output, index): View[] => {
      const address = textAt(output, field)
      if (address === '') return []
      const picture = as === 'image' ? address : (coverUrl(output) ?? '')
      const prompt = runPrompt(task.request, output)
      const id = viewKey(task.id, index)
      return [{ id, task, verb, action, output, index, address, as, prompt, picture }]
    })
  })
}

/**
 * Finds the image that an image was made from, for a comparison of both. It is a result of the page,
 * or a file of our own server.
 */
export function findSourceImage(view: View, all: readonly View[]): string | undefined {
  if (!isSingleImage(view)) return undefined
  const wanted = references(view)
  const known = all.find(each => each.task.id !== view.task.id && meet(namesOf(each), wanted))
  if (known !== undefined) return isSingleImage(known) ? known.address : undefined
  const ours = `${view.address.split('/files/', 1)[0]}/files/`
  return wanted.find(each => each.startsWith(ours) && PICTURE.test(each))
}

function isSingleImage({ as, action: { shows }, output }: View): boolean {
  const tiled = shows.as === 'text' ? undefined : shows.tiled
  // The values of an output came as JSON.
  return as === 'image' && !(tiled && evaluateCondition(tiled, output as FieldValues))
}

/** Finds addresses of images by their ending. A request may also contain songs or videos. */
const PICTURE = /\.(png|jpe?g|webp|gif|avif)$/

/** Lists the ids of earlier results and the addresses of files in the request of a result. */
function references({ task, action: { fields } }: View): string[] {
  const given = normalizeFieldNames(fields, task.request)
  return sourceFieldNames(fields).flatMap(name => textsIn(given[name]))
}

/** Lists the addresses and ids by which a follow-up may refer to a result. */
function namesOf({ action, output, address }: View): string[] {
  const taken = (action.followUps ?? []).flatMap(({ set }) =>
    Object.values(set).flatMap(value =>
      typeof value === 'string' && value.startsWith('$') ? textsIn(output[value.slice(1)]) : []
    )
  )
  return [address, ...taken]
}

function textsIn(value: unknown): string[] {
  return [value].flat().filter((each): each is string => typeof each === 'string' && each !== '')
}

function meet(some: readonly string[], more: readonly string[]): boolean {
  return some.some(each => more.includes(each))
}
