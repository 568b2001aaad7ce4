import { useStore } from '@nanostores/react'
import type { Service } from '#core/service.ts'
import type { Translate } from '#i18n/translate.ts'
import { attachToField } from '#islands/field-root.ts'
import { uploadFilesToField } from '#islands/tool-submit.ts'
import { $form, currentForm } from '#stores/tool-form.ts'
import { $uploads } from '#stores/uploads.ts'
import { fieldId } from '#ui/tool/parts.ts'
import { takePhoto } from '#ui/take-photo.ts'

type Target = { service: Service; t: Translate }

/**
 * Keeps a button below each image field of a tool's form that takes a photo. A mask is painted, so
 * its field has none.
 * @returns a function that removes them
 */
export function attachCamera({ service, t }: Target): () => void {
  const all = Object.values(service.actions ?? {}).flatMap(({ fields }) => Object.entries(fields))
  const names = all.flatMap(([name, field]) =>
    field.type === 'file' && field.accept === 'image' && field.masks === undefined ? name : []
  )
  const ends = [...new Set(names)].map(name =>
    attachToField(
      () => document.getElementById(fieldId(name))?.closest('.field') ?? null,
      <TakePhoto name={name} service={service} t={t} />
    )
  )
  return () => {
    for (const end of ends) end()
  }
}

/** Takes a photo into a field that has room for one. */
function TakePhoto({ name, service, t }: Target & { name: string }) {
  const { verb, given } = useStore($form) ?? currentForm(service)
  const coming = useStore($uploads).filter(each => each.field === name).length
  const field = service.actions?.[verb]?.fields[name]
  const kept = [given[verb]?.[name] ?? []].flat().length
  if (field?.type !== 'file' || kept + coming >= field.max) return null
  const onFiles = (files: readonly File[]): void =>
    void uploadFilesToField({ service, name, field }, files)
  return (
    <div className="grid justify-items-center">
      <button
        type="button"
        className="link min-h-control text-13"
        onClick={() => takePhoto(onFiles)}
      >
        {t('field.file.camera')}
      </button>
    </div>
  )
}
