import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { pageHub } from '#client/page-hub.ts'
import type { Failure } from '#client/turns.ts'
import type { PromptTask } from '#contract/prompt-help.ts'
import type { Service } from '#core/service.ts'
import type { Translate } from '#i18n/translate.ts'
import { attachToField } from '#islands/field-root.ts'
import { submitToolForm } from '#islands/tool-submit.ts'
import { $promptOffers, loadPromptOffers, writePrompt } from '#stores/prompt-help.ts'
import { $form, currentForm, setField } from '#stores/tool-form.ts'
import { fieldId } from '#ui/tool/parts.ts'
import { PromptBatch } from '#ui/tool/PromptBatch.tsx'
import { PromptHelp } from '#ui/tool/PromptHelp.tsx'

type Target = { service: Service; t: Translate }

/** The field that models help with. All tools name their prompt so. */
const PROMPT = 'prompt'

/**
 * Keeps help with the prompt below the prompt field of a tool's form.
 * @returns a function that removes it
 */
export function attachPromptHelp(target: Target): () => void {
  return attachToField(
    () => document.getElementById(fieldId(PROMPT))?.closest('.field') ?? null,
    <>
      <Helpers {...target} />
      <Batch {...target} />
    </>
  )
}

function Helpers({ service, t }: Target) {
  const form = useStore($form) ?? currentForm(service)
  const offers = useStore($promptOffers)
  const [busy, setBusy] = useState<PromptTask | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  /** The prompt before a model wrote one, and after. */
  const [written, setWritten] = useState<{ before: string; after: string } | null>(null)
  useEffect(() => void loadPromptOffers(), [])
  const text = textIn(form.given[form.verb]?.[PROMPT])
  const image = imageIn(service, form.verb, form.given[form.verb] ?? {})
  const isWritten = written !== null && written.after === text
  const tasks = (['improve', 'translate', 'describe'] as const).filter(
    task => offers?.[task] != null && (task === 'describe' ? image !== '' : text.trim() !== '')
  )
  if (offers === null || (tasks.length === 0 && !isWritten)) return null
  const help = async (task: PromptTask): Promise<void> => {
    setBusy(task)
    setFailure(null)
    const { verb } = form
    const answer = await writePrompt({
      task,
      text,
      service: service.id,
      image_url: task === 'describe' ? image : undefined
    })
    setBusy(null)
    setFailure(answer.failure)
    // Text that the user has typed meanwhile is kept, and the model's words are dropped.
    if (answer.failure !== null || textIn(currentForm(service).given[verb]?.[PROMPT]) !== text)
      return
    setField(service, PROMPT, answer.text, verb)
    setWritten({ before: text, after: answer.text })
  }
  return (
    <PromptHelp
      {...{ tasks, offers, busy, isWritten, failure, t }}
      locale={pageHub().locale}
      onTask={task => void help(task)}
      onUndo={() => {
        setField(service, PROMPT, written?.before || undefined)
        setWritten(null)
      }}
    />
  )
}

function Batch({ service, t }: Target) {
  const form = useStore($form) ?? currentForm(service)
  const prompt = textIn(form.given[form.verb]?.[PROMPT])
  return (
    <PromptBatch prompt={prompt} onLines={() => void submitToolForm(service, t, prompt)} t={t} />
  )
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Returns the first image that the form has; empty for none. */
function imageIn(service: Service, verb: string, given: Readonly<Record<string, unknown>>): string {
  const fields = Object.entries(service.actions?.[verb]?.fields ?? {})
  const found = fields.flatMap(([name, field]) =>
    field.type === 'file' && field.accept === 'image' ? [given[name]].flat() : []
  )
  return found.map(textIn).find(each => each !== '') ?? ''
}
