import { requestJson, sendRequest, type RequestOptions } from '#client/call.ts'
import { callerHeaders } from '#client/headers.ts'
import { pageHub } from '#client/page-hub.ts'
import type { ChangePreset, NewPreset, Preset, PromptHistory } from '#contract/preset.ts'
import { localizePath } from '#i18n/locale.ts'
import type { Strings } from '#i18n/translate.ts'

/** Where presets are kept: those of the user, or those of a site by its id. */
export type PresetPlace = { site: string } | 'own'

/**
 * Loads presets for a service.
 * @param token null for a guest, who may read those of a site
 */
export async function fetchPresets(
  token: string | null,
  place: PresetPlace,
  service: string
): Promise<Preset[]> {
  const path = `${pathOf(place)}?${new URLSearchParams({ service })}`
  return (await call<{ items: Preset[] }>(path, token === null ? {} : { token })).items
}

/**
 * Saves a preset.
 * @throws Problem `bad_request` with an issue that names the wrong field
 */
export function requestPreset(token: string, place: PresetPlace, body: NewPreset): Promise<Preset> {
  return call<Preset>(pathOf(place), { method: 'POST', token, body })
}

/** Changes a preset. Fields that are not given stay. */
export function requestPresetChange(
  token: string,
  place: PresetPlace,
  id: string,
  body: ChangePreset
): Promise<Preset> {
  return call<Preset>(`${pathOf(place)}/${id}`, { method: 'PUT', token, body })
}

/** Deletes a preset. */
export async function requestPresetRemoval(
  token: string,
  place: PresetPlace,
  id: string
): Promise<void> {
  const options = { method: 'DELETE', token, headers: callerHeaders('platform') } as const
  await sendRequest(`${platform()}${pathOf(place)}/${id}`, options)
}

/** Loads the prompts that the user sent to a tool, the newest first. */
export async function fetchPrompts(token: string, service: string): Promise<string[]> {
  const query = new URLSearchParams({ service })
  const { items } = await call<PromptHistory>(`/users/me/prompts?${query}`, { token })
  return items.map(({ prompt }) => prompt)
}

/** Loads the strings of presets in the page's language. */
export function fetchPresetTexts(): Promise<Strings> {
  return requestJson<Strings>(localizePath('/preset-texts', pageHub().locale))
}

function call<T>(path: string, options: RequestOptions): Promise<T> {
  return requestJson<T>(`${platform()}${path}`, {
    ...options,
    headers: callerHeaders('platform')
  })
}

function platform(): string {
  return `${pageHub().hosts.platform}/api/v1`
}

function pathOf(place: PresetPlace): string {
  return place === 'own' ? '/presets' : `/sites/${place.site}/presets`
}
