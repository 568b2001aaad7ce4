import { z } from '@hono/zod-openapi'
import { isoTime, optionalText, pageQuery } from '#contract/list.ts'
import { LONGEST_PRESET_NAME, LONGEST_STYLE } from '#core/preset.ts'

/** The longest prompt that a preset holds, in characters. No tool takes a longer one. */
const LONGEST_PROMPT = 10_000

/** The most fields that a preset sets. No tool has as many. */
const MOST_FIELDS = 200

const id = z.string().min(1).max(64)
const name = z.string().trim().min(1).max(LONGEST_PRESET_NAME)
const settings = z
  .record(z.string().max(100), z.unknown())
  .refine(given => Object.keys(given).length <= MOST_FIELDS)
const prompt = z.string().max(LONGEST_PROMPT)
const style = z.string().trim().max(LONGEST_STYLE)

/** Saved settings of a tool's form, a prompt, a text that is added to prompts, or several of them. */
export const presetSchema = z
  .object({
    id: z.string(),
    /** The service and the verb whose form it fills: `flux` and `images`. */
    service: z.string(),
    action: z.string(),
    name: z.string(),
    /**
     * Values of fields, without the prompt, files and earlier results. Fields that are missing have
     * their defaults. Null if it leaves the settings of the form unchanged.
     */
    settings: z.record(z.string(), z.unknown()).nullable(),
    /** Replaces the prompt; empty for none. */
    prompt: z.string(),
    /** Is added to the end of the prompt; empty for none. */
    style: z.string(),
    created_at: isoTime,
    updated_at: isoTime
  })
  .openapi('Preset')

export type Preset = z.infer<typeof presetSchema>

export const presetQuery = z.object({ ...pageQuery, service: optionalText(64) })

export type PresetQuery = z.output<typeof presetQuery>

export const newPresetSchema = z.looseObject({
  service: id,
  action: id,
  name,
  settings: settings.nullable().default(null),
  prompt: prompt.default(''),
  style: style.default('')
})

export type NewPreset = z.output<typeof newPresetSchema>

/** Fields that are not given stay as they are. */
export const changePresetSchema = z.looseObject({
  action: id.optional(),
  name: name.optional(),
  settings: settings.nullable().optional(),
  prompt: prompt.optional(),
  style: style.optional()
})

export type ChangePreset = z.output<typeof changePresetSchema>

export const promptsQuery = z.object({ service: id })

/** The prompts that a user sent to a tool, without repetitions, the newest first. */
export const promptHistorySchema = z
  .object({ items: z.array(z.object({ prompt: z.string(), used_at: isoTime })) })
  .openapi('PromptHistory')

export type PromptHistory = z.infer<typeof promptHistorySchema>
