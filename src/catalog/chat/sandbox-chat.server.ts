import { createSandboxChat } from '#sandbox/chat.ts'

/** Answers chats while no real provider does. */
export const sandboxChat = createSandboxChat()
