import { CHAT } from '#core/chat.ts'
import { forgetChoice } from '#stores/choice.ts'
import { forgetConversations } from '#stores/conversations.ts'
import { $models, NO_MODELS } from '#stores/models.ts'
import { forgetService } from '#stores/service.ts'
import { forgetTasks } from '#stores/tasks.ts'
import { openThread } from '#stores/thread.ts'

/** Forgets everything about one service: what it is, which plan pays for it, what was made by it. Drafts are the person's and stay. */
export function resetService(id: string): void {
  forgetService(id)
  forgetTasks(id)
  forgetChoice(id)
  if (id !== CHAT.id) return
  forgetConversations()
  $models.set(NO_MODELS)
  openThread(null)
}
