import { z } from '@hono/zod-openapi'

/** The parts of the list of settings, in their order. */
export const SETTING_GROUPS = [
  'server',
  'data',
  'addresses',
  'users',
  'chat',
  'tools',
  'payments',
  'email'
] as const

export type SettingGroup = (typeof SETTING_GROUPS)[number]

const settingSchema = z.object({
  /** The environment variable. */
  name: z.string(),
  group: z.enum(SETTING_GROUPS),
  /** `secret_file`: the file that the variable with `_FILE` at its end names. */
  source: z.enum(['environment', 'file', 'secret_file', 'default']),
  /** True: the value is never told, so `value` is null also when it is set. */
  secret: z.boolean(),
  /** Passwords in addresses are masked. Null where nothing is set, or the value is secret. */
  value: z.string().nullable()
})

export type ShownSetting = z.infer<typeof settingSchema>

/** All settings of the process that answers. `file`: the settings file that it read. */
export const settingsSchema = z
  .object({ file: z.string().nullable(), items: z.array(settingSchema) })
  .openapi('Settings')

export type ShownSettings = z.infer<typeof settingsSchema>
