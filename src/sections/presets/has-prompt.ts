import type { Service } from '#core/service.ts'

/** Checks whether a form of a service has a prompt. */
export function hasPromptField({ actions = {} }: Pick<Service, 'actions'>): boolean {
  return Object.values(actions).some(
    ({ fields, hidden }) => hidden !== true && fields['prompt']?.type === 'text'
  )
}
