import { CHAT_SCENES } from './chat.ts'
import { CONSOLE_SCENES } from './console.ts'
import { LOGIN_SCENES } from './login.ts'
import { OFFICE_SCENES } from './office.ts'
import type { Scene } from './step.ts'
import { TOOL_SCENES } from './tools.ts'

export { SAID, type Scene } from './step.ts'

/** All scenes of all pages, for tests that visit every state. */
export const SCENES: readonly Scene[] = [
  ...CHAT_SCENES,
  ...TOOL_SCENES,
  ...CONSOLE_SCENES,
  ...LOGIN_SCENES,
  ...OFFICE_SCENES
]
