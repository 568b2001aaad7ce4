import { countOutputs } from '#core/price.ts'
import type { Json } from '#core/json.ts'
import type { Action, Service } from '#core/service.ts'
import type { SandboxService } from '#sandbox/media.ts'
import { outputNameFields, outputSources } from '#servers/api/services/kinds.ts'
import type { Body } from './bodies.ts'

/**
 * A sandbox that finishes immediately. It makes as many outputs as requested, with ids but without
 * files.
 */
export function echoSandbox(services: readonly Service[], service: Service): SandboxService {
  const made = Object.entries<Action>(service.actions ?? {}).map(([verb, action]) => {
    const outputs = (count: number): { values: Record<string, Json>; files: {} }[] =>
      Array.from({ length: count }, (_, at) => ({
        values: valuesOf(services, service, verb, at),
        files: {}
      }))
    return [
      verb,
      {
        seconds: 0,
        make: async ({ values }: { values: Body }) => outputs(countOutputs(action.outputs, values))
      }
    ]
  })
  return Object.fromEntries(made) as SandboxService
}

/**
 * Returns the ids by which other calls can refer to an output, and the list of follow-up actions,
 * with every action allowed.
 */
function valuesOf(
  services: readonly Service[],
  service: Service,
  verb: string,
  at: number
): Record<string, Json> {
  const action = service.actions?.[verb] as Action
  const { action: deeds } = action.fields
  const names = outputNameFields(services, service, action).map(name => [
    name,
    nameOf(service.id, verb, at)
  ])
  return {
    ...(deeds?.type === 'choice' && { actions: [...deeds.options] }),
    ...Object.fromEntries(names)
  }
}

/**
 * Replaces files in a body by addresses of the right kind, and ids by outputs of {@link
 * echoSandbox}.
 */
export function withInputs(
  services: readonly Service[],
  service: Service,
  { fields }: Action,
  body: Body,
  files: string
): Body {
  const known = Object.entries(body).map(([name, value]): [string, Json] => {
    const field = fields[name]
    const each = (replaced: (at: number) => string): Json =>
      Array.isArray(value) ? value.map((_, at) => replaced(at)) : replaced(0)
    // Remove NULs, since the API refuses them in texts.
    if (field?.type === 'text') return [name, String(value).replaceAll('\0', 'x')]
    if (field?.type === 'file') return [name, each(at => `${files}/${field.accept}?${at}`)]
    if (field?.type !== 'id') return [name, value]
    const [from] = outputSources(services, service, field.like ?? name)
    if (from === undefined) throw new Error(`nothing makes a ${name}`)
    return [name, each(at => nameOf(from.service, from.action, at))]
  })
  return Object.fromEntries(known)
}

function nameOf(service: string, verb: string, at: number): string {
  return `${service}-${verb}-${at}`
}
