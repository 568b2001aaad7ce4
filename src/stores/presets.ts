import { atom } from 'nanostores'
import { failureOf } from '#client/failure.ts'
import {
  fetchPresets,
  fetchPrompts,
  requestPreset,
  requestPresetChange,
  requestPresetRemoval,
  type PresetPlace
} from '#client/presets.ts'
import type { Failure } from '#client/turns.ts'
import type { ChangePreset, NewPreset, Preset } from '#contract/preset.ts'
import { toProblem } from '#core/problem.ts'
import { onReset } from '#stores/persisted.ts'
import { withUserToken } from '#stores/renewal.ts'

/** A preset, and whether the site offers it to everyone. */
export type ListedPreset = Preset & { isOfSite: boolean }

/** The presets for the page's tool; null until they are loaded. */
export const $presets = atom<readonly ListedPreset[] | null>(null)

onReset(() => $presets.set(null))

/**
 * Loads the presets of the user and of the site.
 * @param site the site's id; empty for a site that is not set up yet
 * @param isUser false for a guest
 * @returns the failure, or null
 */
export async function loadPresets(
  service: string,
  site: string,
  isUser: boolean
): Promise<Failure | null> {
  return attempt(async () => {
    const [own, ofSite] = await Promise.all([
      isUser ? withUserToken(token => fetchPresets(token, 'own', service)) : [],
      site === '' ? [] : fetchPresets(null, { site }, service)
    ])
    $presets.set([
      ...own.map(each => ({ ...each, isOfSite: false })),
      ...ofSite.map(each => ({ ...each, isOfSite: true }))
    ])
  })
}

/** Saves a preset for the user, or at a site for everyone. */
export function addPreset(place: PresetPlace, preset: NewPreset): Promise<Failure | null> {
  return attempt(async () => {
    const made = await withUserToken(token => requestPreset(token, place, preset))
    $presets.set([...($presets.get() ?? []), { ...made, isOfSite: place !== 'own' }])
  })
}

/** Changes a preset. */
export function changeListedPreset(
  place: PresetPlace,
  id: string,
  changes: ChangePreset
): Promise<Failure | null> {
  return attempt(async () => {
    const made = await withUserToken(token => requestPresetChange(token, place, id, changes))
    $presets.set(($presets.get() ?? []).map(each => (each.id === id ? { ...each, ...made } : each)))
  })
}

/** Deletes a preset. */
export function removeListedPreset(place: PresetPlace, id: string): Promise<Failure | null> {
  return attempt(async () => {
    await withUserToken(token => requestPresetRemoval(token, place, id))
    $presets.set(($presets.get() ?? []).filter(each => each.id !== id))
  })
}

/**
 * Loads the prompts that the user sent to a tool, the newest first.
 * @throws Problem
 */
export function loadPrompts(service: string): Promise<string[]> {
  return withUserToken(token => fetchPrompts(token, service))
}

async function attempt(work: () => Promise<void>): Promise<Failure | null> {
  try {
    await work()
    return null
  } catch (thrown) {
    return failureOf(toProblem(thrown))
  }
}
