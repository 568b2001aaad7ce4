import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { pageHub } from '#client/page-hub.ts'
import type { PresetPlace } from '#client/presets.ts'
import type { Failure } from '#client/turns.ts'
import type { Service } from '#core/service.ts'
import type { Translate } from '#i18n/translate.ts'
import { presetChanges, presetContent } from '#islands/preset-content.ts'
import {
  $presets,
  addPreset,
  changeListedPreset,
  loadPresets,
  removeListedPreset,
  type ListedPreset
} from '#stores/presets.ts'
import type { PresetWish } from '#ui/presets/PresetForm.tsx'
import { editButtonId, NEW_PRESET_ID } from '#ui/presets/PresetList.tsx'

/** The form for a preset that is open; `new` for one that does not exist yet. */
type Editing = ListedPreset | 'new' | null

/** The result of the last change, and how to undo it. */
type Done = { text: string; undo?: () => void }

type Options = {
  service: Service
  /** The site's id; empty for a site that is not set up yet. */
  site: string
  t: Translate
}

/** Loads the presets of a tool, and changes them for the user. */
export function usePresets({ service, site, t }: Options) {
  const presets = useStore($presets)
  const [editing, setEditing] = useState<Editing>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState<Done | null>(null)
  const isUser = pageHub().user !== null
  const place = (isOfSite: boolean): PresetPlace => (isOfSite ? { site } : 'own')
  useEffect(() => {
    void loadPresets(service.id, site, isUser).then(setFailure)
  }, [service, site, isUser])
  const show = (next: Editing): void => {
    setFailure(null)
    setDone(null)
    setEditing(next)
    if (next === null) focusButtonOf(editing)
  }
  const run = async (work: () => Promise<Failure | null>, next: Done | null): Promise<void> => {
    setBusy(true)
    const failed = await work()
    setBusy(false)
    if (failed !== null) return setFailure(failed)
    show(null)
    setDone(next)
  }
  const save = (wish: PresetWish): Promise<void> =>
    run(
      () =>
        editing === null || editing === 'new'
          ? addPreset(place(wish.isForSite), {
              ...presetContent(service, wish),
              service: service.id
            })
          : changeListedPreset(
              place(editing.isOfSite),
              editing.id,
              presetChanges(service, editing, wish)
            ),
      { text: t('preset.saved', { name: wish.name.trim() }) }
    )
  const remove = (preset: ListedPreset): Promise<void> =>
    run(() => removeListedPreset(place(preset.isOfSite), preset.id), {
      text: t('preset.deleted', { name: preset.name }),
      undo: () => void run(() => addPreset(place(preset.isOfSite), preset), null)
    })
  return { presets, isUser, editing, failure, busy, done, show, save, remove }
}

/** Focuses the button that opened a form, once the list is rendered again. */
function focusButtonOf(editing: Editing): void {
  const own = editing === null || editing === 'new' ? NEW_PRESET_ID : editButtonId(editing.id)
  setTimeout(() => {
    const button = document.getElementById(own) ?? document.getElementById(NEW_PRESET_ID)
    button?.focus()
  })
}
