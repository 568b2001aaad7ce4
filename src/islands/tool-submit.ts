import { fetchFileFacts, fileNameIn, ownFileAddress } from '#client/own-file.ts'
import { pageHub } from '#client/page-hub.ts'
import type { TaskInput } from '#client/generate.ts'
import { goToSignIn } from '#client/sign-in.ts'
import type { Failure } from '#client/turns.ts'
import { promptLines } from '#core/alternatives.ts'
import type { FileField } from '#core/field.ts'
import type { Issue } from '#core/problem.ts'
import type { Service } from '#core/service.ts'
import type { Translate } from '#i18n/translate.ts'
import { hasAlternatives, startBatch } from '#islands/tool-batch.ts'
import { watchMeasures } from '#islands/measure-files.ts'
import { requestHydration } from '#islands/pane-events.ts'
import { submitAsGuest } from '#islands/tool-guest.ts'
import { startToolTask } from '#stores/generating.ts'
import { checkForm, rememberFileName } from '#stores/tool-form-use.ts'
import { changeForm, currentForm, setField } from '#stores/tool-form.ts'
import { isTypeAccepted, uploadToField } from '#stores/uploading.ts'
import { $uploads } from '#stores/uploads.ts'
import { fieldId } from '#ui/tool/parts.ts'

/**
 * Starts a run. A guest may have one free try; otherwise the guest signs up, and the run starts
 * afterwards.
 * @param formless true if the input does not come from the form
 * @returns the failure, or null
 */
export async function submitToolRun(
  service: Service,
  order: TaskInput,
  formless = false
): Promise<Failure | null> {
  if (pageHub().user === null) return submitAsGuest(service, order, formless)
  requestHydration()
  return startToolTask(service, order)
}

/**
 * Checks the form in the same way as the server, then starts the run, or a run for each alternative
 * of the prompt. Each issue appears beside its field, and the first such field gets the focus.
 * @param list a prompt whose lines are prompts of their own
 */
export async function submitToolForm(service: Service, t: Translate, list?: string): Promise<void> {
  // The whole list may be longer than a prompt.
  const checked = checkForm(service, list === undefined ? {} : { prompt: longestLine(list) })
  // During an upload nothing starts, because the run would miss that file.
  if (checked === null || currentForm(service).busy || $uploads.get().length > 0) return
  const { verb, values, action, issues } = checked
  changeForm(service, { issues, failure: null, busy: issues.length === 0 })
  if (issues.length > 0) return focusFirst(issues)
  const isByLine = list !== undefined
  const order = { verb, values: isByLine ? { ...values, prompt: list } : values }
  const start = (each: TaskInput): Promise<Failure | null> => submitToolRun(service, each)
  const failure =
    isByLine || hasAlternatives(order)
      ? await startBatch({ service, order, isByLine, t, start })
      : await start(order)
  const named = failure?.issues.filter(({ field }) => Object.hasOwn(action.fields, field)) ?? []
  // An issue beside its field needs no notice, except about the runs that have started.
  const isNoticed = named.length === 0 || Boolean(failure?.note)
  changeForm(service, { busy: false, issues: named, failure: isNoticed ? failure : null })
  focusFirst(named)
}

function longestLine(text: string): string {
  return promptLines(text).toSorted((a, b) => b.length - a.length)[0] ?? ''
}

/** The field of a tool's form that receives a file. */
export type FileTarget = { service: Service; name: string; field: FileField }

/**
 * `verb` is the verb of the form in which the file was chosen. The user may have opened another
 * form when the upload ends.
 */
type Sending = FileTarget & { verb: string; title: string; replaces: string | undefined }

/**
 * Uploads files into a field, each in its own request. A refused file is reported beside the field.
 * A guest is sent to sign in first.
 * @param link the link of what was dropped. A file of this studio is not uploaded again
 * @param replaces address of the file in the field whose place the new one takes
 * @returns the addresses of the files that arrived
 */
export async function uploadFilesToField(
  { service, name, field }: FileTarget,
  files: readonly File[],
  link = '',
  replaces?: string
): Promise<readonly string[]> {
  const own = link === '' ? null : ownFileAddress(link, pageHub().hosts.api)
  if (own !== null) void dropOwnFile({ service, name, field }, own)
  if (own !== null || files.length === 0) return []
  if (pageHub().user === null) {
    goToSignIn()
    return []
  }
  // Measuring starts at the first press on the page, and dropping a file is not a press.
  watchMeasures(service)
  const { verb, given } = currentForm(service)
  const there =
    [given[verb]?.[name] ?? []].flat().filter(each => each !== replaces).length +
    $uploads.get().filter(each => each.field === name).length
  // In a field for a single file, the new file replaces the old one.
  const room = field.max === 1 ? 1 : Math.max(0, field.max - there)
  const over: Issue[] = files.length > room ? [{ field: name, code: 'too_many' }] : []
  changeForm(service, { issues: [...otherIssues(service, name), ...over], failure: null })
  const sent = await Promise.all(
    files.slice(0, room).map(async file => {
      const address = await uploadToField(name, field, file)
      settle({ service, name, field, verb, title: file.name, replaces }, address)
      return address
    })
  )
  return sent.filter(each => typeof each === 'string')
}

/** Puts a file of this studio into a field, if the field takes files of its type. */
async function dropOwnFile({ service, name, field }: FileTarget, address: string): Promise<void> {
  const { verb } = currentForm(service)
  // An image in a page may be a smaller version, which its query names.
  const [file = ''] = address.split('?', 1)
  const type = (await fetchFileFacts(file))?.type ?? ''
  if (currentForm(service).verb !== verb) return
  if (isTypeAccepted(field.accept, type)) return addToField({ service, name, field }, file)
  const refused = { field: name, code: 'invalid', file: fileNameIn(file) }
  changeForm(service, { issues: [...otherIssues(service, name), refused] })
}

/** Adds the address of a file of this studio to a field. In a field for one, it is the only one. */
export function addToField({ service, name, field }: FileTarget, address: string): void {
  const { verb, given } = currentForm(service)
  const there = field.max > 1 ? [given[verb]?.[name] ?? []].flat() : []
  setField(service, name, field.max > 1 || field.list ? [...there, address] : address)
}

/**
 * Puts the result of an upload into the form.
 * @param sent the file's address, or the failure; null when the upload was cancelled
 */
function settle(
  { service, name, field, verb, title, replaces }: Sending,
  sent: string | Failure | null
): void {
  if (sent === null) return
  if (typeof sent !== 'string') {
    const [wrong] = currentForm(service).verb === verb ? sent.issues : []
    // The server may name another field in its issue, but the issue always concerns this file.
    const issues =
      wrong === undefined
        ? []
        : [...otherIssues(service, name), { field: name, code: wrong.code, file: title }]
    return changeForm(service, issues.length > 0 ? { issues } : { failure: sent })
  }
  const before = currentForm(service).given[verb]?.[name]
  const others = field.max > 1 && Array.isArray(before) ? before : []
  const over = currentForm(service).issues.filter(
    issue => issue.field === name && issue.code === 'too_many'
  )
  const all = others.some(each => each === replaces)
    ? others.map(each => (each === replaces ? sent : each))
    : [...others, sent]
  setField(service, name, field.max > 1 || field.list ? all : sent, verb)
  // Of several images, the mask belongs to the first one.
  if (replaces !== undefined && all[0] === sent) dropMasks({ service, name, verb })
  rememberFileName(service, sent, title)
  // Keep the note that some files were left out.
  if (over.length > 0 && currentForm(service).verb === verb)
    changeForm(service, { issues: [...otherIssues(service, name), ...over] })
}

/** Empties the masks of an image that was cropped, because they no longer fit. */
function dropMasks({ service, name, verb }: Pick<Sending, 'service' | 'name' | 'verb'>): void {
  const fields = Object.entries(service.actions?.[verb]?.fields ?? {})
  for (const [mask, field] of fields)
    if (field.type === 'file' && field.masks === name) setField(service, mask, undefined, verb)
}

function otherIssues(service: Service, name: string): Issue[] {
  return currentForm(service).issues.filter(issue => issue.field !== name)
}

function focusFirst(issues: readonly { field: string }[]): void {
  const [first] = issues
  if (first !== undefined) focusField(first.field)
}

/** Focuses a field once the changes are rendered. */
export function focusField(name: string): void {
  setTimeout(() => {
    const control = document.getElementById(fieldId(name))
    const closed = control?.closest('details')
    if (closed != null) closed.open = true
    control?.focus()
    // Center the field, so that its issue is visible and not behind the button.
    control?.closest('.field')?.scrollIntoView({ block: 'center' })
  })
}
