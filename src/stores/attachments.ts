import { atom } from 'nanostores'
import { failureOf } from '#client/failure.ts'
import { isJsonRecord, textAt } from '#client/json.ts'
import type { Failure } from '#client/turns.ts'
import { uploadFile } from '#client/upload.ts'
import { MAX_REFERENCES } from '#core/chat.ts'
import { Problem, toProblem } from '#core/problem.ts'
import {
  isTextFileType,
  referenceKind,
  MAX_REFERENCE_FILE,
  referenceIssue,
  type Reference
} from '#core/reference.ts'
import { readDraft, saveDraft } from '#stores/drafts.ts'
import { onReset } from '#stores/persisted.ts'
import { withUserToken } from '#stores/renewal.ts'

/** A file for a question: still uploading (`url` is empty), ready, or refused. */
export type Attachment = Reference & {
  /** Unique within this page. */
  key: number
  /** The draft it belongs to, see `draftKey`. */
  draft: string
  /** Progress of the upload, from 0 to 1. */
  part: number
  failure: Failure | null
  /**
   * True while its question is being sent, so that the composer hides the file. False again if the
   * server refuses the question.
   */
  asked: boolean
  cancel(): void
}

/** The attachments of all conversations of this page. */
export const $attachments = atom<readonly Attachment[]>([])

/** The draft to which the user last added more files than a question takes; null otherwise. */
export const $overfilledDraft = atom<string | null>(null)

let last = 0

onReset(() => {
  for (const { cancel } of $attachments.get()) cancel()
  $attachments.set([])
  $overfilledDraft.set(null)
})

/** Restores the files that an earlier page has saved with a draft. */
export function restoreAttachments(draft: string): void {
  const known = $attachments.get()
  if (known.some(each => each.draft === draft)) return
  const kept = parse(readDraft(attachmentsKey(draft))).map(file => ({
    ...file,
    ...READY,
    key: ++last,
    draft
  }))
  if (kept.length > 0) $attachments.set([...known, ...kept])
}

/**
 * Uploads files before their question is sent. Files that no question can take are refused before
 * the upload, as far as the browser can tell.
 */
export function attachFiles(draft: string, files: readonly File[]): void {
  addAttachments(draft, files, (file, options) =>
    withUserToken(token => uploadFile(token, file, options))
  )
}

/**
 * Adds files to a question, as many as it takes, and shows each while `send` runs.
 * @param send returns the file as the server has it
 */
export function addAttachments<T extends FileFacts>(
  draft: string,
  files: readonly T[],
  send: Send<T>
): void {
  restoreAttachments(draft)
  const counted = $attachments
    .get()
    .filter(each => each.draft === draft && each.failure === null && !each.asked).length
  const room = Math.max(0, MAX_REFERENCES - counted)
  $overfilledDraft.set(files.length > room ? draft : null)
  for (const file of files.slice(0, room)) void add(draft, file, send)
}

/** Removes a file from its question and cancels its upload. */
export function removeAttachment(key: number): void {
  const found = $attachments.get().find(each => each.key === key)
  if (found === undefined) return
  $overfilledDraft.set(null)
  $attachments.set($attachments.get().filter(each => each !== found))
  found.cancel()
  keep(found.draft)
}

/** Returns the files of a draft that are ready to be sent. */
export function readyAttachments(draft: string): Reference[] {
  restoreAttachments(draft)
  const ready = $attachments
    .get()
    .filter(each => each.draft === draft && each.url !== '' && each.failure === null)
  return ready.map(({ url, name, type, size }) => ({ url, name, type, size }))
}

/**
 * Hides files from the composer while their question is sent, or shows them again after a refusal.
 * @param asked true to hide them
 */
export function hideAttachments(
  draft: string,
  references: readonly Pick<Reference, 'url'>[],
  asked: boolean
): void {
  const goes = (each: Attachment): boolean =>
    each.draft === draft && references.some(({ url }) => url === each.url)
  if ($attachments.get().some(goes))
    $attachments.set($attachments.get().map(each => (goes(each) ? { ...each, asked } : each)))
}

/**
 * Removes the files that the server has taken and those that were refused. Files that the user has
 * added after sending move to the conversation of the question.
 */
export function settleAttachments(
  from: string,
  to: string,
  references: readonly Pick<Reference, 'url'>[]
): void {
  restoreAttachments(from)
  const gone = (each: Attachment): boolean =>
    each.draft === from &&
    (each.failure !== null || references.some(({ url }) => url !== '' && url === each.url))
  const rest = $attachments.get().filter(each => !gone(each))
  $attachments.set(rest.map(each => (each.draft === from ? { ...each, draft: to } : each)))
  keep(from)
  keep(to)
}

/** Returns the key under which the files of a draft are saved, next to its text. */
export function attachmentsKey(draft: string): string {
  return `files:${draft}`
}

const READY = { part: 1, failure: null, asked: false, cancel: (): void => undefined }

type FileFacts = Pick<File, 'name' | 'type' | 'size'>

type Send<T> = (
  file: T,
  options: { onProgress(part: number): void; signal: AbortSignal }
) => Promise<{ file_url: string; type: string; size: number }>

async function add<T extends FileFacts>(draft: string, file: T, send: Send<T>): Promise<void> {
  const leaving = new AbortController()
  const { name, type, size } = file
  const key = ++last
  const added = {
    ...READY,
    key,
    draft,
    name,
    type,
    size,
    url: '',
    part: 0,
    cancel: () => leaving.abort()
  }
  $attachments.set([...$attachments.get(), added])
  try {
    check(file)
    const onProgress = (part: number): void => change(key, { part })
    const sent = await send(file, { onProgress, signal: leaving.signal })
    const wrong = referenceIssue(sent)
    // A file with an image name and text content is not an image, so `too_large` would mislead.
    refuse(
      wrong === 'too_large' && isTextFileType(sent.type) && UNREADABLE.test(type)
        ? 'not_allowed'
        : wrong
    )
    change(key, { url: sent.file_url, type: sent.type, size: sent.size, part: 1 })
  } catch (thrown) {
    const problem = toProblem(thrown)
    if (problem.code === 'canceled') removeAttachment(key)
    else change(key, { failure: failureOf(problem) })
  }
  // The attachment may belong to another draft by now, since its conversation may have got an id.
  const now = $attachments.get().find(each => each.key === key)
  if (now !== undefined) keep(now.draft)
}

/**
 * Media types that are never text, whatever the file's bytes are. A file of another type may be
 * text, and the server detects that by its bytes.
 */
const UNREADABLE =
  /^(image|audio|font)\/|^video\/(?!mp2t)|^application\/(zip|gzip|msword|vnd|x-(zip|tar|7z|rar))/

function check({ type, size }: FileFacts): void {
  if (referenceKind(type) === null && UNREADABLE.test(type)) refuse('not_allowed')
  if (size > MAX_REFERENCE_FILE) refuse('too_large')
}

function refuse(code: string | null): void {
  if (code !== null) throw new Problem('bad_request', { issues: [{ field: 'file', code }] })
}

function change(key: number, changes: Partial<Attachment>): void {
  $attachments.set(
    $attachments.get().map(each => (each.key === key ? { ...each, ...changes } : each))
  )
}

function keep(draft: string): void {
  const ready = $attachments
    .get()
    .filter(each => each.draft === draft && each.url !== '' && each.failure === null)
  const kept = ready.map(({ url, name, type, size }) => ({
    url,
    name: name.slice(0, 200),
    type,
    size
  }))
  saveDraft(attachmentsKey(draft), kept.length === 0 ? '' : JSON.stringify(kept))
}

function parse(saved: string): Reference[] {
  const read: unknown = saved === '' ? [] : safely(saved)
  if (!Array.isArray(read)) return []
  return read.filter(isJsonRecord).flatMap(each => {
    const [url, name, type] = [textAt(each, 'url'), textAt(each, 'name'), textAt(each, 'type')]
    return /^https?:/.test(url) && URL.canParse(url)
      ? [{ url, name, type, size: Number(each['size']) || 0 }]
      : []
  })
}

function safely(saved: string): unknown {
  try {
    return JSON.parse(saved)
  } catch {
    return null
  }
}
