import { CHAT } from '#core/chat.ts'
import { $conversations } from '#stores/conversations.ts'
import { $models, NO_MODELS } from '#stores/models.ts'
import { deselect } from '#stores/selection.ts'
import { forgetService } from '#stores/service.ts'
import { forgetTasks } from '#stores/tasks.ts'
import { openThread } from '#stores/thread.ts'

/** Forgets everything about one service: what it is, which plan pays for it, what was made by it. Drafts are the person's and stay. */
export function resetService(id: string): void {
  forgetService(id)
  forgetTasks(id)
  deselect(id)
  if (id !== CHAT.id) return
  $conversations.set(null)
  $models.set(NO_MODELS)
  openThread(null)
}
