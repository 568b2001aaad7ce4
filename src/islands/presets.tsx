import { useStore } from '@nanostores/react'
import { useEffect, useState, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { pageHub } from '#client/page-hub.ts'
import { fetchPresetTexts } from '#client/presets.ts'
import type { Service } from '#core/service.ts'
import { createTranslate, type Translate } from '#i18n/translate.ts'
import { attachToField } from '#islands/field-root.ts'
import { PresetsBody } from '#islands/PresetsBody.tsx'
import { $fillNote, fillUndoably } from '#stores/form-fill.ts'
import { loadPrompts } from '#stores/presets.ts'
import { $form, currentForm } from '#stores/tool-form.ts'
import { FilledNote } from '#ui/presets/FilledNote.tsx'
import { PromptList } from '#ui/presets/PromptList.tsx'

type Target = { service: Service; t: Translate }

/**
 * Fills the dialogs of presets and earlier prompts, and shows below the main field what filled the
 * form.
 * @returns a function that removes all of it
 * @throws Problem if the texts cannot be loaded
 */
export async function attachPresets({ service, t: pageTexts }: Target): Promise<() => void> {
  const strings = await fetchPresetTexts()
  const own = createTranslate(strings, pageHub().locale)
  const t: Translate = (key, values) => (key in strings ? own(key, values) : pageTexts(key, values))
  const ends = [
    fillDialog('presets', dialog => <PresetsBody service={service} dialog={dialog} t={t} />),
    fillDialog('prompts', dialog => <Prompts service={service} dialog={dialog} t={t} />),
    attachToField(findMainField, <Note t={t} />)
  ]
  return () => {
    for (const end of ends) end()
  }
}

function fillDialog(id: string, render: (dialog: HTMLDialogElement) => ReactNode): () => void {
  const dialog = document.getElementById(id)
  const place = dialog?.querySelector('[data-body]')
  if (!(dialog instanceof HTMLDialogElement) || place == null) return () => undefined
  const root = createRoot(place)
  root.render(<Opened dialog={dialog}>{() => render(dialog)}</Opened>)
  return () => root.unmount()
}

/** The field below the buttons of presets. */
function findMainField(): Element | null {
  const button = document.querySelector('.tool-form [commandfor=presets]')
  return button?.closest('astro-slot')?.parentElement?.querySelector('.field') ?? null
}

type OpenedProps = { dialog: HTMLDialogElement; children: () => ReactNode }

/** Renders its children while the dialog is open, so that they begin again each time. */
function Opened({ dialog, children }: OpenedProps) {
  const [isOpen, setOpen] = useState(dialog.open)
  useEffect(() => {
    const watcher = new MutationObserver(() => setOpen(dialog.open))
    watcher.observe(dialog, { attributeFilter: ['open'] })
    return () => watcher.disconnect()
  }, [dialog])
  return isOpen ? children() : null
}

type BodyProps = { service: Service; dialog: HTMLDialogElement; t: Translate }

/** The prompts that the user sent to this tool. */
function Prompts({ service, dialog, t }: BodyProps) {
  const [prompts, setPrompts] = useState<readonly string[] | 'failed' | null>(null)
  useEffect(() => {
    void loadPrompts(service.id).then(setPrompts, () => setPrompts('failed'))
  }, [service])
  if (prompts === null) return <Loading t={t} />
  if (prompts === 'failed')
    return (
      <p role="alert" className="px-2.5 pb-2 text-13">
        {t('preset.failed')}
      </p>
    )
  return (
    <PromptList
      prompts={prompts}
      onChoose={prompt => {
        const { verb, given } = currentForm(service)
        const undo = fillUndoably(service, verb, { ...given[verb], prompt })
        $fillNote.set({ text: t('preset.prompts.filled'), details: [], undo })
        dialog.close()
      }}
      t={t}
    />
  )
}

function Loading({ t }: { t: Translate }) {
  return <p className="px-2.5 pb-2 text-13 text-muted">{t('preset.loading')}</p>
}

/** Says what filled the form, until the user sends the form or dismisses the note. */
function Note({ t }: { t: Translate }) {
  const note = useStore($fillNote)
  useEffect(() => $form.listen(form => form?.busy === true && $fillNote.set(null)), [])
  return (
    <>
      <output className="sr-only">{note && [note.text, ...note.details].join(' ')}</output>
      {note !== null && (
        <FilledNote
          text={note.text}
          details={note.details}
          onUndo={() => {
            note.undo()
            $fillNote.set(null)
          }}
          onDismiss={() => $fillNote.set(null)}
          t={t}
        />
      )}
    </>
  )
}
