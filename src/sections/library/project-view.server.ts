import type { PlatformResult } from '#client/find.server.ts'
import type { HubRequest } from '#client/hub.ts'
import { readProblem, ServerProblem, toRequestProblem } from '#client/problem.ts'
import type { Project, ProjectChats } from '#contract/project.ts'
import type { Problem } from '#core/problem.ts'
import { fetchLibrary, filteredAddress } from '#sections/library/view.server.ts'

/** Problems of a project's name, each of which has a sentence. */
const NAME_ISSUES = ['required', 'too_long', 'too_many'] as const

/** Returns the address of the list of projects. */
export function projectsAddress(
  hub: Pick<HubRequest, 'locale'>,
  query: Readonly<Record<string, string>> = {}
): string {
  return filteredAddress(hub, '/projects', query)
}

/** Returns the address of a project, with what of it is shown. */
export function projectAddress(
  hub: Pick<HubRequest, 'locale'>,
  id: string,
  query: Readonly<Record<string, string>> = {}
): string {
  return filteredAddress(hub, `/projects/${encodeURIComponent(id)}`, query)
}

/** Loads the user's projects that are in use, or those that are archived. */
export function findProjects(
  hub: HubRequest,
  archived = false
): Promise<PlatformResult<{ items: Project[] }>> {
  return findInLibrary(hub, `projects?archived=${archived}`)
}

/**
 * Loads the projects that a user can choose, in the order of the alphabet. There are none for a
 * guest, and none if the API does not respond.
 * @param current a project to include even if it is archived
 */
export async function loadProjectChoices(hub: HubRequest, current = ''): Promise<Project[]> {
  if (hub.session === null) return []
  const list = await findProjects(hub)
  const items = list.value?.items ?? []
  const isListed = current === '' || items.some(({ id }) => id === current)
  const own = isListed ? null : (await findProject(hub, current)).value
  const byName = new Intl.Collator(hub.locale)
  return [...items, ...(own === null ? [] : [own])].toSorted((one, other) =>
    byName.compare(one.name, other.name)
  )
}

/** Loads a project by the id in a page's address. */
export function findProject(hub: HubRequest, id: string): Promise<PlatformResult<Project>> {
  return findInLibrary(hub, `projects/${encodeURIComponent(id)}`)
}

/** Loads a page of the chats of a project. */
export function findProjectChats(
  hub: HubRequest,
  id: string,
  cursor: string
): Promise<PlatformResult<ProjectChats>> {
  const query = new URLSearchParams({ cursor })
  return findInLibrary(hub, `projects/${encodeURIComponent(id)}/chats?${query}`)
}

/** Checks whether a project was deleted in the meantime, or belongs to somebody else. */
export function isProjectGone(problem: Problem | null): boolean {
  return problem?.code === 'not_found' && problem.detail.startsWith('no project ')
}

/** Returns a problem with the sentence that a user of projects needs. */
export function projectProblem({ t }: HubRequest, problem: Problem): Problem {
  const code = NAME_ISSUES.find(each =>
    problem.issues.some(issue => issue.field === 'name' && issue.code === each)
  )
  if (code === undefined && !isProjectGone(problem)) return problem
  const { detail, issues } = problem
  return new ServerProblem(problem.code, {
    detail,
    issues,
    sentence: t(code === undefined ? 'project.gone.notice' : `project.issue.name.${code}`),
    traceId: problem instanceof ServerProblem ? problem.traceId : ''
  })
}

async function findInLibrary<T>(hub: HubRequest, path: string): Promise<PlatformResult<T>> {
  try {
    const answer = await fetchLibrary(hub, path)
    if (!answer.ok) return { value: null, problem: await readProblem(answer) }
    return { value: (await answer.json()) as T, problem: null }
  } catch (thrown) {
    return { value: null, problem: toRequestProblem(thrown) }
  }
}
