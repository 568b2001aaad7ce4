import type { HubRequest } from '#client/hub.ts'
import { done } from '#client/page-forms.server.ts'
import { goOn } from '#client/page.server.ts'
import { readProblem } from '#client/problem.ts'
import type { Problem } from '#core/problem.ts'
import { moveTo, sentText, sentTexts, told, type LibraryAct } from '#sections/library/act.server.ts'
import {
  projectAddress,
  projectProblem,
  projectsAddress
} from '#sections/library/project-view.server.ts'
import { askLibrary } from '#sections/library/view.server.ts'

/** The action of the list of projects. */
export const LIST_ACTS: Readonly<Record<string, LibraryAct>> = {
  create: async (hub, form) => {
    const body = { name: sentText(form, 'name'), colour: sentText(form, 'colour') || undefined }
    const once = sentText(form, 'once')
    const answer = await askLibrary(hub, 'projects', { method: 'POST', body, once })
    if (!answer.ok) return projectProblem(hub, await readProblem(answer))
    const { id } = (await answer.json()) as { id: string }
    return goOn(done(projectAddress(hub, id), 'create'))
  }
}

/** Returns the actions of a project's page, besides those for chosen items. */
export function projectActs(id: string): Readonly<Record<string, LibraryAct>> {
  const path = `projects/${encodeURIComponent(id)}`
  const change = async (hub: HubRequest, body: object, next: string): Promise<Response | Problem> =>
    told(hub, await askLibrary(hub, path, { method: 'PUT', body }), next)
  const chats = async (hub: HubRequest, to: string | null, ids: string[], next: string) => {
    const body = { project_id: to, chats: ids }
    return told(hub, await askLibrary(hub, 'move', { method: 'POST', body }), next)
  }
  return {
    change: (hub, form, here) =>
      change(
        hub,
        { name: sentText(form, 'name'), colour: sentText(form, 'colour') || undefined },
        done(here, 'change')
      ),
    archive: (hub, _, here) => change(hub, { archived: true }, done(here, 'archive')),
    restore: (hub, _, here) => change(hub, { archived: false }, done(here, 'restore')),
    erase: async hub => {
      const answer = await askLibrary(hub, path, { method: 'DELETE' })
      return told(hub, answer, done(projectsAddress(hub), 'erase'))
    },
    add: async (hub, form, here) => {
      const ids = sentTexts(form, 'chat')
      if (ids.length === 0) return goOn(done(here, 'none'))
      return chats(hub, id, ids, done(projectAddress(hub, id), 'add'))
    },
    leave: (hub, form, here) => chats(hub, null, sentTexts(form, 'chat'), done(here, 'leave'))
  }
}

/** Returns the action of the page that moves one chat. */
export function chatActs(chat: { id: string; href: string }): Readonly<Record<string, LibraryAct>> {
  return {
    move: (hub, form) =>
      moveTo(hub, form, { chats: [chat.id] }, projectId =>
        projectId === '' ? chat.href : done(projectAddress(hub, projectId), 'move')
      )
  }
}
