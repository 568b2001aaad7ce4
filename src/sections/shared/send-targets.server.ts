import type { HubRequest } from '#client/hub.ts'
import { applyDeclaredOpenings } from '#core/opening.ts'
import { findFileField, type SendableKind } from '#core/send-to.ts'
import { isServiceOffered } from '#core/switches.ts'
import { localizePath } from '#i18n/locale.ts'
import { findDeclaredTool } from '#sections/shared/find-tool.server.ts'
import { siteTools } from '#sections/shared/site-tools.ts'
import { verbsOf, type Tool } from '#stores/tool-form.ts'

/** A tool that takes a file, and the address of its form with the file in it. */
type SendTarget = { name: string; line: string; href: string }

/** Lists the tools of a site that take a file of this kind, by their declarations. */
export async function sendTargets(
  hub: HubRequest,
  kind: SendableKind,
  file: string
): Promise<SendTarget[]> {
  const { site, locale } = hub
  const offered = siteTools(site).filter(({ id }) => isServiceOffered(site, id))
  const tools = await Promise.all(offered.map(({ id }) => findDeclaredTool(hub, id)))
  // Read `t` only now: `findDeclaredTool` has added the texts of operators' own tools to the hub.
  const { t } = hub
  return tools.flatMap(tool => {
    if (tool === undefined) return []
    const { id } = tool
    const field = firstFileField(applyDeclaredOpenings(tool), kind, file)
    if (field === undefined) return []
    const href = `${localizePath(`/${id}`, locale)}?${new URLSearchParams({ [field]: file })}`
    return [{ name: t(`${id}.title`), line: t(`${id}.line`), href }]
  })
}

/** Finds the field in the first verb that has one. */
function firstFileField(tool: Tool, kind: SendableKind, file: string): string | undefined {
  return verbsOf(tool)
    .map(verb => findFileField(tool.actions?.[verb], kind, file))
    .find(field => field !== undefined)
}
