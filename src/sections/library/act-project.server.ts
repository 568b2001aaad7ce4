import type { HubRequest } from '#client/hub.ts'
import { doneAddress } from '#client/page-forms.server.ts'
import { redirectAfterPost } from '#client/page.server.ts'
import { readProblem } from '#client/problem.ts'
import type { Problem } from '#core/problem.ts'
import {
  moveToProject,
  readFormText,
  readFormTexts,
  redirectOrProblem,
  type LibraryAction
} from '#sections/library/act.server.ts'
import {
  projectAddress,
  projectProblem,
  projectsAddress
} from '#sections/library/project-view.server.ts'
import { fetchLibrary } from '#sections/library/view.server.ts'

/** The action of the list of projects. */
export const PROJECT_LIST_ACTIONS: Readonly<Record<string, LibraryAction>> = {
  create: async (hub, form) => {
    const body = {
      name: readFormText(form, 'name'),
      colour: readFormText(form, 'colour') || undefined
    }
    const once = readFormText(form, 'once')
    const answer = await fetchLibrary(hub, 'projects', { method: 'POST', body, once })
    if (!answer.ok) return projectProblem(hub, await readProblem(answer))
    const { id } = (await answer.json()) as { id: string }
    return redirectAfterPost(doneAddress(projectAddress(hub, id), 'create'))
  }
}

/** Returns the actions of a project's page, besides those for chosen items. */
export function projectActions(id: string): Readonly<Record<string, LibraryAction>> {
  const path = `projects/${encodeURIComponent(id)}`
  const change = async (hub: HubRequest, body: object, next: string): Promise<Response | Problem> =>
    redirectOrProblem(hub, await fetchLibrary(hub, path, { method: 'PUT', body }), next)
  const chats = async (hub: HubRequest, to: string | null, ids: string[], next: string) => {
    const body = { project_id: to, chats: ids }
    return redirectOrProblem(hub, await fetchLibrary(hub, 'move', { method: 'POST', body }), next)
  }
  return {
    change: (hub, form, here) =>
      change(
        hub,
        { name: readFormText(form, 'name'), colour: readFormText(form, 'colour') || undefined },
        doneAddress(here, 'change')
      ),
    archive: (hub, _, here) => change(hub, { archived: true }, doneAddress(here, 'archive')),
    restore: (hub, _, here) => change(hub, { archived: false }, doneAddress(here, 'restore')),
    erase: async hub => {
      const answer = await fetchLibrary(hub, path, { method: 'DELETE' })
      return redirectOrProblem(hub, answer, doneAddress(projectsAddress(hub), 'erase'))
    },
    add: async (hub, form, here) => {
      const ids = readFormTexts(form, 'chat')
      if (ids.length === 0) return redirectAfterPost(doneAddress(here, 'none'))
      return chats(hub, id, ids, doneAddress(projectAddress(hub, id), 'add'))
    },
    leave: (hub, form, here) =>
      chats(hub, null, readFormTexts(form, 'chat'), doneAddress(here, 'leave'))
  }
}

/** Returns the action of the page that moves one chat. */
export function chatMoveActions(chat: {
  id: string
  href: string
}): Readonly<Record<string, LibraryAction>> {
  return {
    move: (hub, form) =>
      moveToProject(hub, form, { chats: [chat.id] }, projectId =>
        projectId === '' ? chat.href : doneAddress(projectAddress(hub, projectId), 'move')
      )
  }
}
